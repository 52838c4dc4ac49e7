import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import classes from './TouchButton.module.css';

type TouchButtonProps = ButtonProps &
  ComponentPropsWithoutRef<'button'> & {
    /** Renders it as a link. */
    renderRoot?: (props: Record<string, unknown>) => ReactNode;
  };

/** A large button for fingers in gloves. Its text wraps on narrow screens with large text. */
export const TouchButton = (props: TouchButtonProps) => <Button size="lg" {...props} classNames={classes} />;
