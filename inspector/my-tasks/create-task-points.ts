import type { TaskPoint } from '#contract/points.ts';
import { listCoordinates } from './distance.ts';
import { type ListedTask, listOpenTasks, type TaskGroup } from './group-tasks.ts';

export const createTaskPoints = (
  groups: readonly TaskGroup[],
  now: number,
): { points: TaskPoint[]; tasks: ReadonlyMap<string, ListedTask>; unlocatedCount: number } => {
  const tasks = new Map(listOpenTasks(groups).map((listedTask) => [listedTask.task.id, listedTask]));
  const points: TaskPoint[] = [];
  let unlocatedCount = 0;
  for (const { task: localTask } of tasks.values()) {
    const { task } = localTask.work;
    const isLate = task.dueDate !== null && Date.parse(task.dueDate) < now;
    const locations = listCoordinates(task);
    if (locations.length === 0) unlocatedCount += 1;
    for (const { longitude, latitude } of locations)
      points.push([task.id, longitude, latitude, task.state, isLate]);
  }
  return { points, tasks, unlocatedCount };
};
