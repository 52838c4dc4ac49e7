import type { LocalInspection, LocalTask } from './local-data.ts';

/** A change that others made to a task while its inspector was offline, and where the inspector's answers are. */
export type TaskChange = {
  kind: 'cancelled' | 'reassigned' | 'restarted' | 'completedElsewhere';
  /** The new assignee's name, if known. */
  assigneeName: string | null;
  /** Whether the answers are unsent, stored as a late result, or were received before the cancellation. */
  answerStatus: 'unsent' | 'late' | 'received';
};

export const detectTaskChange = (
  { work: { task }, isGone }: LocalTask,
  inspection: LocalInspection | undefined,
  { userId, hasUnsentChanges }: { userId: number; hasUnsentChanges: boolean },
): TaskChange | undefined => {
  const serverState = inspection?.serverState;
  // Later task changes do not affect a completed inspection.
  if (!inspection || serverState?.state === 'Closed') return undefined;
  const answerStatus = hasUnsentChanges
    ? 'unsent'
    : serverState && serverState.lateFromRevision !== null
      ? 'late'
      : 'received';
  const createChange = (kind: TaskChange['kind'], assigneeName: string | null = null) =>
    ({ kind, assigneeName, answerStatus }) as const;
  if (task.state === 'Canceled') return createChange('cancelled');
  if (isGone) return createChange('reassigned');
  if (task.assignee !== null && task.assignee.id !== userId)
    return createChange('reassigned', `${task.assignee.name} ${task.assignee.surname}`.trim());
  if (task.state === 'Closed' && task.inspectionId && task.inspectionId !== inspection.id)
    return createChange('completedElsewhere');
  return serverState?.state === 'Canceled' ? createChange('restarted') : undefined;
};
