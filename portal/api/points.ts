import type { ItemPoints, TaskPoints } from '#contract/points.ts';
import { get } from './request.ts';
import type { TaskQuery } from './task-query.ts';

// Points on the map.

/** A task has one point per item. `isTruncated` means that there are more points than a map can show. */
export const listTaskPoints = ({ sort: _, ...filter }: TaskQuery): Promise<TaskPoints> =>
  get('/api/v1/task-points', { query: filter });

export const listItemPoints = (): Promise<ItemPoints> => get('/api/v1/item-points');
