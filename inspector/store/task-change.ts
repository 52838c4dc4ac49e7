import type { LocalInspection, LocalTask } from './local-data.ts';

/** A change that others made to a task while its inspector was offline, and where the inspector's answers are. */
export type TaskChange = {
  kind: 'cancelled' | 'reassigned' | 'restarted' | 'completedElsewhere';
  /** The new assignee's name, if known. */
  assigneeName: string | null;
  /** Not yet sent, stored as a late result, or received before the inspection was cancelled. */
  answerStatus: 'unsent' | 'late' | 'received';
};

/** `hasUnsent` means that the server does not have all answers. Returns undefined if the task has not changed. */
export const detectTaskChange = (
  { work: { task }, isGone }: LocalTask,
  inspection: LocalInspection | undefined,
  { userId, hasUnsent }: { userId: number; hasUnsent: boolean },
): TaskChange | undefined => {
  const serverState = inspection?.serverState;
  // A completed inspection is not affected by later changes to its task.
  if (!inspection || serverState?.state === 'Closed') return undefined;
  const answerStatus = hasUnsent
    ? 'unsent'
    : serverState && serverState.lateFromRevision !== null
      ? 'late'
      : 'received';
  const change = (kind: TaskChange['kind'], assigneeName: string | null = null) =>
    ({ kind, assigneeName, answerStatus }) as const;
  if (task.state === 'Canceled') return change('cancelled');
  if (isGone) return change('reassigned');
  if (task.assignee !== null && task.assignee.id !== userId)
    return change('reassigned', `${task.assignee.name} ${task.assignee.surname}`.trim());
  if (task.state === 'Closed' && task.inspectionId && task.inspectionId !== inspection.id)
    return change('completedElsewhere');
  return serverState?.state === 'Canceled' ? change('restarted') : undefined;
};
