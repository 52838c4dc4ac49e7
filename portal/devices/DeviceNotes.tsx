import type { UserDevice } from '#contract/device.ts';
import { IconCloudOff, IconDeviceMobile } from '#kit/icons/icons.ts';
import classes from './DeviceWarning.module.css';
import { needsAttention } from './device-state.ts';
import { useDeviceLabels } from './use-device-labels.ts';

type Props = { devices: readonly UserDevice[] | undefined; isAtWork?: boolean; onlyWarnings?: boolean };

export const DeviceNotes = ({ devices = [], isAtWork = false, onlyWarnings = false }: Props) => {
  const { formatStatus } = useDeviceLabels();
  return devices.map((device) => {
    const isWarning = needsAttention(device, { isAtWork });
    if (onlyWarnings && !isWarning) return null;
    const Icon = isWarning ? IconCloudOff : IconDeviceMobile;
    return (
      <div key={device.id} className={classes.note} data-warning={isWarning || undefined}>
        <Icon size={14} aria-hidden />
        {formatStatus(device)}
      </div>
    );
  });
};
