import type { ItemPoint, TaskPoint } from '#contract/points.ts';
import { createPoint } from '#kit/map/map-style.ts';
import { createPointMap, MAX_FIT_ZOOM } from '#kit/map/point-map.ts';
import { hasMapFile, readMapFile } from '#portal/api/map-file.ts';
import { isWithin, type Point } from './lasso.ts';

export type TaskMap = ReturnType<typeof createTaskMap>;

export const createTaskMap = (
  container: HTMLElement,
  settings: Omit<Parameters<typeof createPointMap>[1], 'readMapFile'>,
) => {
  const { map, setFeatures, getVisibleBounds, showAll, ...pointMap } = createPointMap(container, {
    ...settings,
    readMapFile: hasMapFile ? readMapFile : undefined,
  });
  let points: readonly TaskPoint[] = [];
  return {
    ...pointMap,
    showTasks: (
      tasks: readonly TaskPoint[],
      selectedIds: ReadonlySet<string>,
      openTaskIds: readonly string[],
    ) => {
      points = tasks;
      const features = tasks.map(([id, longitude, latitude, state, isLate]) =>
        createPoint(longitude, latitude, {
          id,
          state,
          isLate,
          isSelected: selectedIds.has(id),
          isOpen: openTaskIds.includes(id),
        }),
      );
      setFeatures('tasks', features);
    },
    showItems: (items: readonly ItemPoint[]) =>
      setFeatures(
        'items',
        items.map(([id, longitude, latitude]) => createPoint(longitude, latitude, { id })),
      ),
    showAll: (options?: { animate: boolean }) => showAll(points, options),
    /** Uses the task's first location. */
    centreOnTask: (id: string) => {
      const point = points.find(([pointId]) => pointId === id);
      if (point) map.easeTo({ center: [point[1], point[2]], zoom: Math.max(map.getZoom(), MAX_FIT_ZOOM) });
    },
    findIdsInView: (): string[] => {
      const [west, south, east, north] = getVisibleBounds();
      const isVisible = ([, x, y]: TaskPoint) => x >= west && x <= east && y >= south && y <= north;
      return [...new Set(points.filter(isVisible).map(([id]) => id))];
    },
    /** `corners` are in map pixels. */
    findIdsWithin: (corners: readonly Point[]): string[] => {
      const pointsWithin = points.filter(([, longitude, latitude]) => {
        const { x, y } = map.project([longitude, latitude]);
        return isWithin([x, y], corners);
      });
      return [...new Set(pointsWithin.map(([id]) => id))];
    },
  };
};
