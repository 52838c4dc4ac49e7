import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import classes from './TouchButton.module.css';

/** For fingers in gloves; its words break into lines where letters are large and the screen is narrow. */
export const TouchButton = (props: ButtonProps & ComponentPropsWithoutRef<'button'>) => (
  <Button size="lg" {...props} classNames={classes} />
);
