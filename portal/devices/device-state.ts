import type { UserDevice } from '#contract/device.ts';

/** Data unsent for longer needs attention: most data is sent within minutes. */
const MAX_UNSENT_MS = 3_600_000;
/** A full day, because devices may have no contact overnight. */
const MAX_SILENT_MS = 86_400_000;

export type UnsentCounts = Pick<UserDevice, 'unsentAnswers' | 'unsentPictures'>;
type DeviceStatus = UnsentCounts & Pick<UserDevice, 'unsentSince' | 'lastSeenAt'>;

export const hasUnsentData = ({ unsentAnswers, unsentPictures }: UnsentCounts): boolean =>
  unsentAnswers + unsentPictures > 0;

export const needsAttention = (
  device: DeviceStatus,
  { isAtWork }: { isAtWork: boolean },
  now = Date.now(),
): boolean => {
  const calculateAge = (timestamp: string) => now - Date.parse(timestamp);
  const hasOverdueData =
    hasUnsentData(device) && calculateAge(device.unsentSince ?? device.lastSeenAt) > MAX_UNSENT_MS;
  return hasOverdueData || (isAtWork && calculateAge(device.lastSeenAt) > MAX_SILENT_MS);
};
