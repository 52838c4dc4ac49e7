import type { TaskPoint } from '#contract/points.ts';
import { get } from './request.ts';
import type { TaskQuery } from './task-query.ts';

// Locations of tasks and items in the visible part of the map.

export type ItemPoint = readonly [id: string, longitude: number, latitude: number, contentTypeId: string];

/** A task has a point for each of its items. `isTruncated`: there are more points than a map can show. */
export const listTaskPoints = ({
  sort: _,
  ...filter
}: TaskQuery): Promise<{ points: TaskPoint[]; isTruncated: boolean }> =>
  get('/api/v1/task-points', { query: filter });

export const listItemPoints = (): Promise<{ points: ItemPoint[]; isTruncated: boolean }> =>
  get('/api/v1/item-points');
