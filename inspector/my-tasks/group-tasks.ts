import type { KeptInspection, KeptTask } from '#inspector/store/kept.ts';

/** When something is to be done: late, on a day, some time, or when one likes. */
export type Group = {
  kind: 'late' | 'day' | 'unplanned' | 'open' | 'done';
  day: string | null;
  tasks: ListedTask[];
};

export type ListedTask = {
  task: KeptTask;
  /** The one under way, or the last. */
  inspection: KeptInspection | undefined;
};

const DONE_FOR_MS = 7 * 86_400_000;

/**
 * The tasks of a person by when they are to be done. A day is the one on which a planner wants it, else the one on which
 * it may start, but no day before today: what has begun or is overdue is of today or late. `dayOf` tells the day of an
 * instant where the reader is.
 */
export const groupTasks = (
  tasks: readonly KeptTask[],
  inspections: readonly KeptInspection[],
  { now, userId, dayOf }: { now: number; userId: number; dayOf: (instant: string | number) => string },
): Group[] => {
  const byTask = Map.groupBy(inspections, ({ taskId }) => taskId);
  const today = dayOf(now);
  const groups = new Map<string, Group>();
  const add = (kind: Group['kind'], day: string | null, listed: ListedTask) => {
    const key = `${ORDER.indexOf(kind)} ${day ?? ''}`;
    const group = groups.get(key) ?? { kind, day, tasks: [] };
    group.tasks.push(listed);
    groups.set(key, group);
  };
  for (const task of tasks) {
    const { task: told } = task.work;
    const inspection = latestOf(byTask.get(task.id) ?? []);
    const listed = { task, inspection };
    const isFinished = inspection?.finishedAt != null;
    if (isFinished || told.state === 'Closed' || told.state === 'Canceled') {
      const end = Date.parse(inspection?.finishedAt ?? told.modifiedAt);
      if (inspection && now - end < DONE_FOR_MS) add('done', null, listed);
    } else if (told.assignee !== null && told.assignee.id !== userId) continue;
    else if (told.assignee === null && !inspection) add('open', null, listed);
    else if (told.dueDate !== null && Date.parse(told.dueDate) < now) add('late', null, listed);
    else {
      const start = told.plannedStart ?? told.startDate;
      if (start === null && !inspection) add('unplanned', null, listed);
      else add('day', later(today, start === null ? today : dayOf(start)), listed);
    }
  }
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ ...group, tasks: group.tasks.toSorted(byTime) }));
};

const ORDER: readonly Group['kind'][] = ['late', 'day', 'unplanned', 'open', 'done'];

const later = (a: string, b: string) => (a > b ? a : b);

const latestOf = (inspections: readonly KeptInspection[]) =>
  inspections.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))[0];

const byTime = (a: ListedTask, b: ListedTask) => timeOf(a).localeCompare(timeOf(b));

const timeOf = ({ task: { work } }: ListedTask) =>
  work.task.plannedStart ?? work.task.dueDate ?? work.task.startDate ?? '9999';
