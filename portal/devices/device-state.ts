import type { UserDevice } from '#contract/device.ts';

const HOUR_MS = 3_600_000;

/** Limits below which no warning is needed: most data is sent within minutes, and devices rest overnight. */
const UNSENT_MS = HOUR_MS;
const SILENT_MS = 24 * HOUR_MS;

export type UnsentCounts = Pick<UserDevice, 'unsentAnswers' | 'unsentPictures'>;
type DeviceStatus = UnsentCounts & Pick<UserDevice, 'unsentSince' | 'lastSeenAt'>;

export const isUnsent = ({ unsentAnswers, unsentPictures }: UnsentCounts): boolean =>
  unsentAnswers + unsentPictures > 0;

/** Whether a device has had unsent data for more than an hour, or no contact for a day while its person is at work. */
export const needsAttention = (
  device: DeviceStatus,
  { isAtWork }: { isAtWork: boolean },
  now = Date.now(),
): boolean => {
  const age = (moment: string) => now - Date.parse(moment);
  const isUnsentTooLong = isUnsent(device) && age(device.unsentSince ?? device.lastSeenAt) > UNSENT_MS;
  return isUnsentTooLong || (isAtWork && age(device.lastSeenAt) > SILENT_MS);
};
