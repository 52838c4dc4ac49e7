import { Drawer, type DrawerProps } from '@mantine/core';
import classes from './BottomDrawer.module.css';

type BottomDrawerProps = Omit<DrawerProps, 'opened'> & {
  isOpen: boolean;
  closeLabel: string;
  /** Whether the drawer is almost as tall as the screen. Otherwise, it is only as tall as its content. */
  isTall?: boolean;
};

/** A drawer at the bottom of the screen, within reach of the thumb. */
export const BottomDrawer = ({ isOpen, closeLabel, isTall = false, ...props }: BottomDrawerProps) => (
  <Drawer
    opened={isOpen}
    position="bottom"
    size={isTall ? '85%' : 'auto'}
    classNames={isTall ? {} : { content: classes.content! }}
    closeButtonProps={{ 'aria-label': closeLabel, size: 44 }}
    transitionProps={{ duration: 0 }}
    {...props}
  />
);
