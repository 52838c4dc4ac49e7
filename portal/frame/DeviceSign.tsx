import { Tooltip } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { DeviceOfPerson } from '#contract/device.ts';
import classes from './DeviceSign.module.css';
import { isNoteworthy } from './device-state.ts';
import { useDeviceWords } from './device-words.ts';

/**
 * Beside somebody's name, when something waits on a device of theirs for too long, or nothing is heard of it while they are
 * at work; else nothing. What it is, is told to who points at it or comes there by keyboard.
 */
export const DeviceSign = ({
  devices,
  isAtWork = false,
}: {
  devices: readonly DeviceOfPerson[] | undefined;
  /** A task is being carried out. */
  isAtWork?: boolean;
}) => {
  const noted = devices?.filter((device) => isNoteworthy(device, { isAtWork })) ?? [];
  return noted.length > 0 && <Sign devices={noted} />;
};

const Sign = ({ devices }: { devices: readonly DeviceOfPerson[] }) => {
  const { line } = useDeviceWords();
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who works by keyboard reads what it tells there
        tabIndex={0}
        aria-label={lines.map(({ text }) => text).join('; ')}
        className={classes.sign}
      >
        <IconCloudOff size={16} aria-hidden />
      </span>
    </Tooltip>
  );
};
