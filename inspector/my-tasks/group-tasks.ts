import type { LocalInspection, LocalTask } from '#inspector/store/local-data.ts';
import { detectTaskChange, type TaskChange } from '#inspector/store/task-change.ts';
import { type Coordinates, listCoordinates, measureDistanceToTask } from './distance.ts';

/** `changed`: others changed the task while its inspector was offline. `open`: available to the team. */
export type Group = {
  kind: 'changed' | 'late' | 'day' | 'unplanned' | 'open' | 'byDistance' | 'noLocation' | 'done';
  day: string | null;
  tasks: ListedTask[];
};

export type ListedTask = {
  task: LocalTask;
  /** The active inspection or, if there is none, the last one. */
  inspection: LocalInspection | undefined;
  taskChange?: TaskChange;
  isDismissed?: true;
  /** Distance from the device's position. */
  metres?: number;
};

const SHOW_COMPLETED_MS = 7 * 86_400_000;

type GroupingContext = {
  now: number;
  userId: number;
  formatDay: (instant: string | number) => string;
  /** Inspections with unsent changes. */
  unsent: ReadonlySet<string>;
  /** Inspections for which the message about a change has been dismissed. */
  dismissed: ReadonlySet<string>;
};

/**
 * Groups a person's tasks. The day of a task is the day of its planned start or, if it has none, of its start
 * date, but no earlier than today. A started task without either belongs to today. `formatDay` uses the
 * reader's time zone.
 */
export const groupTasks = (
  tasks: readonly LocalTask[],
  inspections: readonly LocalInspection[],
  { now, userId, formatDay, unsent, dismissed }: GroupingContext,
): Group[] => {
  const byTask = Map.groupBy(inspections, ({ taskId }) => taskId);
  const today = formatDay(now);
  const groups = new Map<string, Group>();
  const add = (kind: Group['kind'], day: string | null, listed: ListedTask) => {
    const key = `${GROUP_ORDER.indexOf(kind)} ${day ?? ''}`;
    const group = groups.get(key) ?? { kind, day, tasks: [] };
    group.tasks.push(listed);
    groups.set(key, group);
  };
  for (const task of tasks) {
    const { task: details } = task.work;
    const inspection = findLatest(byTask.get(task.id) ?? []);
    const taskChange = detectTaskChange(task, inspection, {
      userId,
      hasUnsent: inspection !== undefined && unsent.has(inspection.id),
    });
    const listed = { task, inspection, ...(taskChange && { taskChange }) };
    const isOver = taskChange !== undefined && taskChange.kind !== 'restarted';
    const isDismissed = isOver && dismissed.has(inspection!.id);
    if (isOver && !isDismissed) {
      add('changed', null, listed);
      continue;
    }
    const isCompleted = inspection?.completedAt != null && taskChange?.kind !== 'restarted';
    if (isOver || isCompleted || details.state === 'Closed' || details.state === 'Canceled') {
      const end = Date.parse(inspection?.completedAt ?? details.modifiedAt);
      if (inspection && now - end < SHOW_COMPLETED_MS)
        add('done', null, isDismissed ? { ...listed, isDismissed } : listed);
    } else if (details.assignee !== null && details.assignee.id !== userId) continue;
    else if (details.assignee === null && !inspection) add('open', null, listed);
    else if (details.dueDate !== null && Date.parse(details.dueDate) < now) add('late', null, listed);
    else {
      const start = details.plannedStart ?? details.startDate;
      if (start === null && !inspection) add('unplanned', null, listed);
      else add('day', selectLater(today, start === null ? today : formatDay(start)), listed);
    }
  }
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ ...group, tasks: group.tasks.toSorted(compareTimes) }));
};

const GROUP_ORDER: readonly Group['kind'][] = ['changed', 'late', 'day', 'unplanned', 'open', 'done'];

/** Returns the tasks that can still be done, in list order. */
export const listOpenTasks = (groups: readonly Group[]): ListedTask[] =>
  groups.filter(({ kind }) => kind !== 'changed' && kind !== 'done').flatMap(({ tasks }) => tasks);

/** Regroups the open tasks by distance. Without a position, they keep their order. */
export const groupByDistance = (groups: readonly Group[], position: Coordinates | undefined): Group[] => {
  const located: ListedTask[] = [];
  const unlocated: ListedTask[] = [];
  for (const listed of listOpenTasks(groups)) {
    const { task } = listed.task.work;
    if (listCoordinates(task).length === 0) unlocated.push(listed);
    else located.push(position ? { ...listed, metres: measureDistanceToTask(position, task)! } : listed);
  }
  const createGroups = (kind: Group['kind'], tasks: ListedTask[]): Group[] =>
    tasks.length === 0 ? [] : [{ kind, day: null, tasks }];
  return [
    ...groups.filter(({ kind }) => kind === 'changed'),
    ...createGroups(
      'byDistance',
      located.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0)),
    ),
    ...createGroups('noLocation', unlocated),
    ...groups.filter(({ kind }) => kind === 'done'),
  ];
};

const selectLater = (a: string, b: string) => (a > b ? a : b);

const findLatest = (inspections: readonly LocalInspection[]) =>
  inspections.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))[0];

const compareTimes = (a: ListedTask, b: ListedTask) => getSortTime(a).localeCompare(getSortTime(b));

const getSortTime = ({ task: { work } }: ListedTask) =>
  work.task.plannedStart ?? work.task.dueDate ?? work.task.startDate ?? '9999';
