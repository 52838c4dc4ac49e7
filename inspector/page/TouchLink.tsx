import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from '#kit/TouchButton.module.css';

const AnchorButton = (props: ButtonProps & ComponentPropsWithRef<'a'>) => (
  <Button component="a" size="lg" {...props} classNames={classes} />
);

export const TouchLink = createLink(AnchorButton);
