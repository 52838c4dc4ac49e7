import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '#kit/icons/icon.tsx';

/** A button with an icon, and its label as a tooltip. */
export const IconButton = ({
  icon: ButtonIcon,
  label,
  iconSize = 16,
  ...props
}: ActionIconProps & { icon: Icon; label: string; iconSize?: number; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
      <ButtonIcon size={iconSize} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
