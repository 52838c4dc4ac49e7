import type { LocalPicture, OutboxEntry, Queue, SendError } from './local-data.ts';

/**
 * Where the changes to an inspection are. It must be exact, because people switch the phone off after everything was
 * sent.
 */
export type SyncStatus =
  | { kind: 'synced' }
  /** Not being sent: there is no network, or other inspections are sent first. */
  | { kind: 'unsent'; answers: number; pictures: number }
  /** Answers are sent first. The total includes pictures that have arrived, so that "3 of 7" only increases. */
  | { kind: 'sending'; answers: number; pictures: { arrived: number; total: number } }
  | { kind: 'error'; trouble: SendError };

/** `entries` are the unsent actions of an inspection, `pictures` all its pictures. */
export const syncStatusOf = (
  entries: readonly OutboxEntry[],
  pictures: readonly LocalPicture[],
  { queue, isSending }: { queue: Queue | undefined; isSending: boolean },
): SyncStatus => {
  if (queue?.trouble) return { kind: 'error', trouble: queue.trouble };
  if (entries.length === 0) return { kind: 'synced' };
  const unsentPictures = entries.filter(({ act }) => act.kind === 'attach').length;
  const answers = entries.length - unsentPictures;
  if (!isSending) return { kind: 'unsent', answers, pictures: unsentPictures };
  const arrived = pictures.filter(({ isArrived }) => isArrived).length;
  return { kind: 'sending', answers, pictures: { arrived, total: arrived + unsentPictures } };
};
