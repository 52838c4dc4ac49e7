import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import classes from './TouchButton.module.css';

type TouchButtonProps = ButtonProps &
  ComponentPropsWithoutRef<'button'> & {
    renderRoot?: (props: Record<string, unknown>) => ReactNode;
  };

/** A large button for gloved fingers. On narrow screens with large text, its text wraps. */
export const TouchButton = (props: TouchButtonProps) => <Button size="lg" {...props} classNames={classes} />;
