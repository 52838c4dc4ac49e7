import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import type { Icon } from './icons/icon.tsx';

type IconButtonProps = ActionIconProps & ComponentPropsWithoutRef<'button'> & { Icon: Icon; label: string };

/** Large enough for gloved fingers. */
export const IconButton = ({ Icon, label, ...props }: IconButtonProps) => (
  <ActionIcon size={50} variant="default" aria-label={label} {...props}>
    <Icon size={24} aria-hidden />
  </ActionIcon>
);
