import type { LocalPicture, OutboxEntry, SendError, SendPause } from './local-data.ts';

/**
 * Where the changes to an inspection are. It must be exact, because people switch the phone off after everything was
 * sent.
 */
export type SyncStatus =
  | { kind: 'synced' }
  /** Not being sent: there is no network, or other inspections are sent first. */
  | { kind: 'unsent'; answers: number; pictures: number }
  /** Answers are sent first. The total includes uploaded pictures, so that "3 of 7" only increases. */
  | { kind: 'sending'; answers: number; pictures: { uploaded: number; total: number } }
  | { kind: 'error'; error: SendError };

/** `entries` are the unsent actions of an inspection, `pictures` all its pictures. */
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
