import type { KeptInspection, KeptTask } from '#inspector/store/kept.ts';
import { type Meanwhile, meanwhileOf } from '#inspector/store/meanwhile-of.ts';
import { metresTo, type Spot, spotsOf } from './distance.ts';

/**
 * What belongs together in the list. `changed`: something became of it while its inspector was away. When it is to be done:
 * late, on a day, some time, or when one likes. By distance: at some place, or nobody knows where.
 */
export type Group = {
  kind: 'changed' | 'late' | 'day' | 'unplanned' | 'open' | 'placed' | 'nowhere' | 'done';
  day: string | null;
  tasks: ListedTask[];
};

export type ListedTask = {
  task: KeptTask;
  /** The one under way, or the last. */
  inspection: KeptInspection | undefined;
  meanwhile?: Meanwhile;
  /** Its person has read what became of it. */
  isUnderstood?: true;
  /** From where the inspector is. */
  metres?: number;
};

const DONE_FOR_MS = 7 * 86_400_000;

type Circumstances = {
  now: number;
  userId: number;
  dayOf: (instant: string | number) => string;
  /** Inspections of which the server has not heard all. */
  untold: ReadonlySet<string>;
  /** Inspections whose person has read what became of their task. */
  understood: ReadonlySet<string>;
};

/**
 * The tasks of a person by when they are to be done. A day is the one on which a planner wants it, else the one on which
 * it may start, but no day before today: what has begun or is overdue is of today or late. `dayOf` tells the day of an
 * instant where the reader is.
 */
export const groupTasks = (
  tasks: readonly KeptTask[],
  inspections: readonly KeptInspection[],
  { now, userId, dayOf, untold, understood }: Circumstances,
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
    const meanwhile = meanwhileOf(task, inspection, {
      userId,
      isUntold: inspection !== undefined && untold.has(inspection.id),
    });
    const listed = { task, inspection, ...(meanwhile && { meanwhile }) };
    const isOver = meanwhile !== undefined && meanwhile.kind !== 'begun anew';
    const isUnderstood = isOver && understood.has(inspection!.id);
    if (isOver && !isUnderstood) {
      add('changed', null, listed);
      continue;
    }
    const isFinished = inspection?.finishedAt != null && meanwhile?.kind !== 'begun anew';
    if (isOver || isFinished || told.state === 'Closed' || told.state === 'Canceled') {
      const end = Date.parse(inspection?.finishedAt ?? told.modifiedAt);
      if (inspection && now - end < DONE_FOR_MS)
        add('done', null, isUnderstood ? { ...listed, isUnderstood } : listed);
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

const ORDER: readonly Group['kind'][] = ['changed', 'late', 'day', 'unplanned', 'open', 'done'];

/** The same tasks by how far they are; without `here`, nobody knows yet, and they stay in their order. */
export const groupByDistance = (groups: readonly Group[], here: Spot | undefined): Group[] => {
  const isToBeDone = ({ kind }: Group) => kind !== 'changed' && kind !== 'done';
  const toDo = groups.filter(isToBeDone).flatMap(({ tasks }) => tasks);
  const placed: ListedTask[] = [];
  const nowhere: ListedTask[] = [];
  for (const listed of toDo) {
    const { task } = listed.task.work;
    if (spotsOf(task).length === 0) nowhere.push(listed);
    else placed.push(here ? { ...listed, metres: metresTo(here, task)! } : listed);
  }
  const group = (kind: Group['kind'], tasks: ListedTask[]): Group[] =>
    tasks.length === 0 ? [] : [{ kind, day: null, tasks }];
  return [
    ...groups.filter(({ kind }) => kind === 'changed'),
    ...group(
      'placed',
      placed.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0)),
    ),
    ...group('nowhere', nowhere),
    ...groups.filter(({ kind }) => kind === 'done'),
  ];
};

const later = (a: string, b: string) => (a > b ? a : b);

const latestOf = (inspections: readonly KeptInspection[]) =>
  inspections.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))[0];

const byTime = (a: ListedTask, b: ListedTask) => timeOf(a).localeCompare(timeOf(b));

const timeOf = ({ task: { work } }: ListedTask) =>
  work.task.plannedStart ?? work.task.dueDate ?? work.task.startDate ?? '9999';
