import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '#kit/icons/icon.tsx';

/** The tooltip is hidden from screen readers, which read the label from the button. */
export const IconButton = ({
  icon: ButtonIcon,
  label,
  iconSize = 16,
  ...props
}: ActionIconProps & { icon: Icon; label: string; iconSize?: number; onClick: () => void }) => (
  <Tooltip label={label} aria-hidden>
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
      <ButtonIcon size={iconSize} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
