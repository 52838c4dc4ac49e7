import type { LocalInspection, LocalTask } from '#inspector/store/local-data.ts';
import { detectTaskChange, type TaskChange } from '#inspector/store/task-change.ts';
import { type Coordinates, listCoordinates, measureDistanceToTask } from './distance.ts';

/** `changed` tasks were changed by others while the inspector was offline. `open` tasks are available to the team. */
export type TaskGroup = {
  kind: 'changed' | 'late' | 'day' | 'unplanned' | 'open' | 'byDistance' | 'noLocation' | 'done';
  day: string | null;
  tasks: ListedTask[];
};

export type ListedTask = {
  task: LocalTask;
  /** The most recently started inspection. */
  inspection: LocalInspection | undefined;
  taskChange?: TaskChange;
  isDismissed?: true;
  /** The distance from the device's position. */
  metres?: number;
};

const COMPLETED_VISIBLE_MS = 7 * 86_400_000;

type GroupingContext = {
  now: number;
  userId: number;
  formatDay: (instant: string | number) => string;
  /** The IDs of inspections with unsent changes. */
  unsentIds: ReadonlySet<string>;
  /** The IDs of inspections whose change message has been dismissed. */
  dismissedIds: ReadonlySet<string>;
};

/**
 * A task is listed on the day of its planned start, otherwise of its start date, but never before today. A started
 * task with neither is listed today. `formatDay` uses the user's time zone.
 */
export const groupTasks = (
  tasks: readonly LocalTask[],
  inspections: readonly LocalInspection[],
  { now, userId, formatDay, unsentIds, dismissedIds }: GroupingContext,
): TaskGroup[] => {
  const inspectionsByTask = Map.groupBy(inspections, ({ taskId }) => taskId);
  const today = formatDay(now);
  const groups = new Map<string, TaskGroup>();
  const addToGroup = (kind: TaskGroup['kind'], day: string | null, listedTask: ListedTask) => {
    const key = `${GROUP_ORDER.indexOf(kind)} ${day ?? ''}`;
    const group = groups.get(key) ?? { kind, day, tasks: [] };
    group.tasks.push(listedTask);
    groups.set(key, group);
  };
  for (const task of tasks) {
    const { task: details } = task.work;
    const inspection = findLatestInspection(inspectionsByTask.get(task.id) ?? []);
    const taskChange = detectTaskChange(task, inspection, {
      userId,
      hasUnsentChanges: inspection !== undefined && unsentIds.has(inspection.id),
    });
    const listedTask = { task, inspection, ...(taskChange && { taskChange }) };
    const isChanged = taskChange !== undefined && taskChange.kind !== 'restarted';
    const isDismissed = isChanged && dismissedIds.has(inspection!.id);
    if (isChanged && !isDismissed) {
      addToGroup('changed', null, listedTask);
      continue;
    }
    const isCompleted = inspection?.completedAt != null && taskChange?.kind !== 'restarted';
    if (isChanged || isCompleted || details.state === 'Closed' || details.state === 'Canceled') {
      const endTime = Date.parse(inspection?.completedAt ?? details.modifiedAt);
      if (inspection && now - endTime < COMPLETED_VISIBLE_MS)
        addToGroup('done', null, isDismissed ? { ...listedTask, isDismissed } : listedTask);
    } else if (details.assignee !== null && details.assignee.id !== userId) continue;
    else if (details.assignee === null && !inspection) addToGroup('open', null, listedTask);
    else if (details.dueDate !== null && Date.parse(details.dueDate) < now)
      addToGroup('late', null, listedTask);
    else {
      const start = details.plannedStart ?? details.startDate;
      if (start === null && !inspection) addToGroup('unplanned', null, listedTask);
      else addToGroup('day', selectLater(today, start === null ? today : formatDay(start)), listedTask);
    }
  }
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ ...group, tasks: group.tasks.toSorted(compareTimes) }));
};

const GROUP_ORDER: readonly TaskGroup['kind'][] = ['changed', 'late', 'day', 'unplanned', 'open', 'done'];

/** Returns the tasks that can still be done, in list order. */
export const listOpenTasks = (groups: readonly TaskGroup[]): ListedTask[] =>
  groups.filter(({ kind }) => kind !== 'changed' && kind !== 'done').flatMap(({ tasks }) => tasks);

/** Regroups the open tasks by distance. Without a position, they keep their order. */
export const groupByDistance = (
  groups: readonly TaskGroup[],
  position: Coordinates | undefined,
): TaskGroup[] => {
  const locatedTasks: ListedTask[] = [];
  const unlocatedTasks: ListedTask[] = [];
  for (const listedTask of listOpenTasks(groups)) {
    const { task } = listedTask.task.work;
    if (listCoordinates(task).length === 0) unlocatedTasks.push(listedTask);
    else
      locatedTasks.push(
        position ? { ...listedTask, metres: measureDistanceToTask(position, task)! } : listedTask,
      );
  }
  const createGroups = (kind: TaskGroup['kind'], tasks: ListedTask[]): TaskGroup[] =>
    tasks.length === 0 ? [] : [{ kind, day: null, tasks }];
  return [
    ...groups.filter(({ kind }) => kind === 'changed'),
    ...createGroups(
      'byDistance',
      locatedTasks.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0)),
    ),
    ...createGroups('noLocation', unlocatedTasks),
    ...groups.filter(({ kind }) => kind === 'done'),
  ];
};

const selectLater = (a: string, b: string) => (a > b ? a : b);

const findLatestInspection = (inspections: readonly LocalInspection[]) =>
  inspections.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))[0];

const compareTimes = (a: ListedTask, b: ListedTask) => getSortTime(a).localeCompare(getSortTime(b));

const getSortTime = ({ task: { work } }: ListedTask) =>
  work.task.plannedStart ?? work.task.dueDate ?? work.task.startDate ?? '9999';
