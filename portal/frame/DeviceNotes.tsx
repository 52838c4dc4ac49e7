import { IconCloudOff, IconDeviceMobile } from '@tabler/icons-react';
import type { DeviceOfPerson } from '#contract/device.ts';
import classes from './DeviceSign.module.css';
import { isNoteworthy } from './device-state.ts';
import { useDeviceWords } from './device-words.ts';

/** Somebody's devices, a line for each: all of them, or those of which a planner should know. */
export const DeviceNotes = ({
  devices = [],
  isAtWork = false,
  isOnlyNoteworthy = false,
}: {
  devices: readonly DeviceOfPerson[] | undefined;
  isAtWork?: boolean;
  isOnlyNoteworthy?: boolean;
}) => {
  const { line } = useDeviceWords();
  return devices.map((device) => {
    const isNoted = isNoteworthy(device, { isAtWork });
    if (isOnlyNoteworthy && !isNoted) return null;
    const Icon = isNoted ? IconCloudOff : IconDeviceMobile;
    return (
      <div key={device.id} className={classes.note} data-noteworthy={isNoted || undefined}>
        <Icon size={14} aria-hidden />
        {line(device)}
      </div>
    );
  });
};
