import type { LocalPicture, OutboxEntry, SendError, SendPause } from './local-data.ts';

/** Must be exact: people switch off their phones once everything has been sent. */
export type SyncStatus =
  | { kind: 'synced' }
  /** Not being sent: there is no network, or other inspections are sent first. */
  | { kind: 'unsent'; answerCount: number; pictureCount: number }
  /** Answers are sent first. The total includes uploaded pictures so that "3 of 7" only ever increases. */
  | { kind: 'sending'; answerCount: number; pictureProgress: { uploaded: number; total: number } }
  | { kind: 'error'; error: SendError };

export const determineSyncStatus = (
  entries: readonly OutboxEntry[],
  pictures: readonly LocalPicture[],
  { pause, isSending }: { pause: SendPause | undefined; isSending: boolean },
): SyncStatus => {
  if (pause?.error) return { kind: 'error', error: pause.error };
  if (entries.length === 0) return { kind: 'synced' };
  const pictureCount = entries.filter(({ action }) => action.kind === 'attach').length;
  const answerCount = entries.length - pictureCount;
  if (!isSending) return { kind: 'unsent', answerCount, pictureCount };
  const uploaded = pictures.filter(({ isArrived }) => isArrived).length;
  return { kind: 'sending', answerCount, pictureProgress: { uploaded, total: uploaded + pictureCount } };
};
