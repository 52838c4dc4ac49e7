import { Tooltip } from '@mantine/core';
import type { UserDevice } from '#contract/device.ts';
import { IconCloudOff } from '#kit/icons/icons.ts';
import classes from './DeviceWarning.module.css';
import { needsAttention } from './device-state.ts';
import { useDeviceTexts } from './device-texts.ts';

/**
 * An icon next to a person's name when one of their devices has had unsent data for too long, or has made no contact while
 * they are at work. A tooltip, by pointer or keyboard focus, shows the details.
 */
export const DeviceWarning = ({
  devices,
  isAtWork = false,
}: {
  devices: readonly UserDevice[] | undefined;
  /** Whether a task of the person is in progress. */
  isAtWork?: boolean;
}) => {
  const noted = devices?.filter((device) => needsAttention(device, { isAtWork })) ?? [];
  return noted.length > 0 && <Warning devices={noted} />;
};

const Warning = ({ devices }: { devices: readonly UserDevice[] }) => {
  const { line } = useDeviceTexts();
  const lines = devices.map((device) => ({ id: device.id, text: line(device) }));
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
        className={classes.sign}
      >
        <IconCloudOff size={16} aria-hidden />
      </span>
    </Tooltip>
  );
};
