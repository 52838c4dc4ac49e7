import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, RefAttributes } from 'react';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> &
  RefAttributes<HTMLAnchorElement>;

const AnchorButton = (props: Props) => <Button component="a" {...props} />;

export const ButtonLink = createLink(AnchorButton);
