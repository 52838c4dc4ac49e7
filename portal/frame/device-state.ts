import type { DeviceOfPerson } from '#contract/device.ts';

const HOUR_MS = 3_600_000;

/** Within these a planner need not think of a device: most is sent within minutes, and everybody goes home. */
const UNSENT_MS = HOUR_MS;
const SILENT_MS = 24 * HOUR_MS;

export type UnsentCounts = Pick<DeviceOfPerson, 'unsentAnswers' | 'unsentPictures'>;
type Told = UnsentCounts & Pick<DeviceOfPerson, 'unsentSince' | 'lastSeenAt'>;

export const isUnsent = ({ unsentAnswers, unsentPictures }: UnsentCounts): boolean =>
  unsentAnswers + unsentPictures > 0;

/** Whether something waits on it for longer than an hour; or nothing is heard of it for a day, while its person is at work. */
export const isNoteworthy = (
  device: Told,
  { isAtWork }: { isAtWork: boolean },
  now = Date.now(),
): boolean => {
  const age = (moment: string) => now - Date.parse(moment);
  const waits = isUnsent(device) && age(device.unsentSince ?? device.lastSeenAt) > UNSENT_MS;
  return waits || (isAtWork && age(device.lastSeenAt) > SILENT_MS);
};
