import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, RefAttributes } from 'react';

type LinkProps<Look> = Look &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Look> &
  RefAttributes<HTMLAnchorElement>;

/** A link within the portal that looks like a link. */
export const TextLink = createLink((props: LinkProps<AnchorProps>) => <Anchor component="a" {...props} />);

/** A link within the portal that looks like a button. */
export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />);
