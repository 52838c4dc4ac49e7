import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import classes from './TouchButton.module.css';

type TouchButtonProps = ButtonProps &
  ComponentPropsWithoutRef<'button'> & {
    /** Makes it a link. */
    renderRoot?: (props: Record<string, unknown>) => ReactNode;
  };

/** For fingers in gloves; its words break into lines where letters are large and the screen is narrow. */
export const TouchButton = (props: TouchButtonProps) => <Button size="lg" {...props} classNames={classes} />;
