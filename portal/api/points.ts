import type { ItemPoints, TaskPoints } from '#contract/points.ts';
import { get } from './request.ts';
import type { TaskQuery } from './task-query.ts';

// Locations of tasks and items in the visible part of the map.

/** A task has a point for each of its items. `isTruncated`: there are more points than a map can show. */
export const listTaskPoints = ({ sort: _, ...filter }: TaskQuery): Promise<TaskPoints> =>
  get('/api/v1/task-points', { query: filter });

export const listItemPoints = (): Promise<ItemPoints> => get('/api/v1/item-points');
