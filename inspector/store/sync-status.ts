import type { LocalPicture, OutboxEntry, SendError, SendPause } from './local-data.ts';

/** The status must be exact because people switch off their phones once everything has been sent. */
export type SyncStatus =
  | { kind: 'synced' }
  /** Not being sent, either because there is no network or because other inspections are sent first. */
  | { kind: 'unsent'; answers: number; pictures: number }
  /** Answers are sent first. The total includes uploaded pictures so that "3 of 7" only ever increases. */
  | { kind: 'sending'; answers: number; pictures: { uploaded: number; total: number } }
  | { kind: 'error'; error: SendError };

/** `entries` are the inspection's unsent actions, `pictures` all of its pictures. */
export const determineSyncStatus = (
  entries: readonly OutboxEntry[],
  pictures: readonly LocalPicture[],
  { pause, isSending }: { pause: SendPause | undefined; isSending: boolean },
): SyncStatus => {
  if (pause?.error) return { kind: 'error', error: pause.error };
  if (entries.length === 0) return { kind: 'synced' };
  const unsentPictures = entries.filter(({ action }) => action.kind === 'attach').length;
  const answers = entries.length - unsentPictures;
  if (!isSending) return { kind: 'unsent', answers, pictures: unsentPictures };
  const uploaded = pictures.filter(({ isArrived }) => isArrived).length;
  return { kind: 'sending', answers, pictures: { uploaded, total: uploaded + unsentPictures } };
};
