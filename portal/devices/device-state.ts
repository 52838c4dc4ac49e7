import type { UserDevice } from '#contract/device.ts';

const HOUR_MS = 3_600_000;

/** An hour is too long, because most data is sent within minutes. */
const MAX_UNSENT_MS = HOUR_MS;
/** A day is too long, but devices may have no contact overnight. */
const MAX_SILENT_MS = 24 * HOUR_MS;

export type UnsentCounts = Pick<UserDevice, 'unsentAnswers' | 'unsentPictures'>;
type DeviceStatus = UnsentCounts & Pick<UserDevice, 'unsentSince' | 'lastSeenAt'>;

export const isUnsent = ({ unsentAnswers, unsentPictures }: UnsentCounts): boolean =>
  unsentAnswers + unsentPictures > 0;

export const needsAttention = (
  device: DeviceStatus,
  { isAtWork }: { isAtWork: boolean },
  now = Date.now(),
): boolean => {
  const measureAge = (timestamp: string) => now - Date.parse(timestamp);
  const isUnsentTooLong =
    isUnsent(device) && measureAge(device.unsentSince ?? device.lastSeenAt) > MAX_UNSENT_MS;
  return isUnsentTooLong || (isAtWork && measureAge(device.lastSeenAt) > MAX_SILENT_MS);
};
