import { Tooltip } from '@mantine/core';
import type { UserDevice } from '#contract/device.ts';
import { IconCloudOff } from '#kit/icons/icons.ts';
import classes from './DeviceWarning.module.css';
import { needsAttention } from './device-state.ts';
import { useDeviceLabels } from './use-device-labels.ts';

type Props = {
  devices: readonly UserDevice[] | undefined;
  /** Whether one of the person's tasks is in progress. */
  isAtWork?: boolean;
};

export const DeviceWarning = ({ devices, isAtWork = false }: Props) => {
  const warnings = devices?.filter((device) => needsAttention(device, { isAtWork })) ?? [];
  return warnings.length > 0 && <WarningIcon devices={warnings} />;
};

const WarningIcon = ({ devices }: { devices: readonly UserDevice[] }) => {
  const { formatStatus } = useDeviceLabels();
  const lines = devices.map((device) => ({ id: device.id, text: formatStatus(device) }));
  return (
    <Tooltip
      events={{ hover: true, focus: true, touch: true }}
      withinPortal
      label={
        <span className={classes.lines}>
          {lines.map(({ id, text }) => (
            <span key={id}>{text}</span>
          ))}
        </span>
      }
    >
      <span
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users reach the tooltip by focus
        tabIndex={0}
        aria-label={lines.map(({ text }) => text).join('; ')}
        className={classes.icon}
      >
        <IconCloudOff size={16} aria-hidden />
      </span>
    </Tooltip>
  );
};
