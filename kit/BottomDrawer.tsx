import { Drawer, type DrawerProps } from '@mantine/core';
import classes from './BottomDrawer.module.css';

type BottomDrawerProps = Omit<DrawerProps, 'opened'> & {
  isOpen: boolean;
  closeLabel: string;
  /** Otherwise, the drawer is only as tall as its content. */
  isTall?: boolean;
};

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
