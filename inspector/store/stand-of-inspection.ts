import type { Command, KeptPicture, Queue, Trouble } from './kept.ts';

/** Where what was said of an inspection is: the exact truth, for people who are about to switch the phone off. */
export type Stand =
  | { kind: 'on the server' }
  /** Nothing is under way: no network, or not its turn. */
  | { kind: 'on this device'; answers: number; pictures: number }
  /** Answers go first. Of pictures all are counted, also those that are there: "3 of 7" goes up and never down. */
  | { kind: 'sending'; answers: number; pictures: { arrived: number; of: number } }
  | { kind: 'needs you'; trouble: Trouble };

/** `commands` are those that wait, `pictures` all of the inspection, `isSending` whether its queue is being told right now. */
export const standOf = (
  commands: readonly Command[],
  pictures: readonly KeptPicture[],
  { queue, isSending }: { queue: Queue | undefined; isSending: boolean },
): Stand => {
  if (queue?.trouble) return { kind: 'needs you', trouble: queue.trouble };
  if (commands.length === 0) return { kind: 'on the server' };
  const waiting = commands.filter(({ act }) => act.kind === 'attach').length;
  const answers = commands.length - waiting;
  if (!isSending) return { kind: 'on this device', answers, pictures: waiting };
  const arrived = pictures.filter(({ isArrived }) => isArrived).length;
  return { kind: 'sending', answers, pictures: { arrived, of: arrived + waiting } };
};
