import type { KeptInspection, KeptTask } from './kept.ts';

/** What became of a task while its inspector was busy with it out of reach, and where what they said of it is. */
export type Meanwhile = {
  kind: 'cancelled' | 'given away' | 'begun anew' | 'ended elsewhere';
  /** Who has it now, where that is known. */
  who: string | null;
  /** Not told yet; kept as a late result; or there in time, with the inspection that was cancelled. */
  answers: 'on this device' | 'late' | 'in time';
};

/** `isUntold`: the server has not heard all of it. undefined: all is as the inspector left it. */
export const meanwhileOf = (
  { work: { task }, isGone }: KeptTask,
  inspection: KeptInspection | undefined,
  { userId, isUntold }: { userId: number; isUntold: boolean },
): Meanwhile | undefined => {
  const reading = inspection?.reading;
  // What was completed here is over, whoever has the task now.
  if (!inspection || reading?.state === 'Closed') return undefined;
  const answers = isUntold ? 'on this device' : reading && reading.lateFrom !== null ? 'late' : 'in time';
  const is = (kind: Meanwhile['kind'], who: string | null = null) => ({ kind, who, answers }) as const;
  if (task.state === 'Canceled') return is('cancelled');
  if (isGone) return is('given away');
  if (task.assignee !== null && task.assignee.id !== userId)
    return is('given away', `${task.assignee.name} ${task.assignee.surname}`.trim());
  if (task.state === 'Closed' && task.inspectionId && task.inspectionId !== inspection.id)
    return is('ended elsewhere');
  return reading?.state === 'Canceled' ? is('begun anew') : undefined;
};
