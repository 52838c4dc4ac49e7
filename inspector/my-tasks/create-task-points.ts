import type { TaskPoint } from '#contract/points.ts';
import { listCoordinates } from './distance.ts';
import { type Group, type ListedTask, listOpenTasks } from './group-tasks.ts';

/** Returns the open tasks as map points, one for each item, and the number of tasks without a location. */
export const createTaskPoints = (
  groups: readonly Group[],
  now: number,
): { points: TaskPoint[]; tasks: ReadonlyMap<string, ListedTask>; offMap: number } => {
  const tasks = new Map(listOpenTasks(groups).map((listed) => [listed.task.id, listed]));
  const points: TaskPoint[] = [];
  let offMap = 0;
  for (const { task: localTask } of tasks.values()) {
    const { task } = localTask.work;
    const isLate = task.dueDate !== null && Date.parse(task.dueDate) < now;
    const locations = listCoordinates(task);
    if (locations.length === 0) offMap += 1;
    for (const { longitude, latitude } of locations)
      points.push([task.id, longitude, latitude, task.state, isLate]);
  }
  return { points, tasks, offMap };
};
