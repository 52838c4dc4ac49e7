import type { TaskPoint } from '#contract/points.ts';
import { spotsOf } from './distance.ts';
import type { Group, ListedTask } from './group-tasks.ts';

/** What is to be done as points of a map, a task at each of its items, and how many tasks are nowhere. */
export const taskPoints = (
  groups: readonly Group[],
  now: number,
): { points: TaskPoint[]; tasks: ReadonlyMap<string, ListedTask>; offMap: number } => {
  const toDo = groups.filter(({ kind }) => kind !== 'done' && kind !== 'changed');
  const tasks = new Map(toDo.flatMap((group) => group.tasks).map((listed) => [listed.task.id, listed]));
  const points: TaskPoint[] = [];
  let offMap = 0;
  for (const { task: kept } of tasks.values()) {
    const { task } = kept.work;
    const isLate = task.dueDate !== null && Date.parse(task.dueDate) < now;
    const spots = spotsOf(task);
    if (spots.length === 0) offMap += 1;
    for (const { longitude, latitude } of spots)
      points.push([task.id, longitude, latitude, task.state, isLate]);
  }
  return { points, tasks, offMap };
};
