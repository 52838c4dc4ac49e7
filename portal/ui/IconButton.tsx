import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '#kit/icons/icon.tsx';

/** An icon button whose tooltip shows its label. Screen readers read the label only once, from the button. */
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
