import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemPoint, TaskPoint } from '#contract/points.ts';
import { currentLanguage } from '#kit/language.ts';
import type { Bounds } from '#kit/map/geography.ts';
import canvas from '#kit/map/map-canvas.module.css';
import type { MapView } from '#kit/map/map-view.ts';
import { useSelection } from '#portal/tasks/selection.ts';
import { formatView, parseView } from './map-search.ts';
import { createTaskMap, type TaskMap } from './task-map.ts';

/** Renders the map. A new theme or language needs a new map, because colours and texts are part of its style. */
export const MapCanvas = ({
  map,
  points,
  items,
  at,
  openTasks,
  onMove,
  onPick,
}: {
  /** Set to the map, for the buttons of the page. */
  map: RefObject<TaskMap | null>;
  points: readonly TaskPoint[] | undefined;
  items: readonly ItemPoint[];
  at: string | undefined;
  openTasks: readonly string[];
  onMove: (view: MapView, bounds: Bounds) => void;
  onPick: (ids: string[]) => void;
}) => {
  const { t } = useTranslation('map');
  const selection = useSelection();
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef({ onMove, onPick, at, t });
  latest.current = { onMove, onPick, at, t };
  const hasView = useRef(at !== undefined);

  useEffect(() => {
    const { at: view, t: translate } = latest.current;
    const taskMap = createTaskMap(container.current!, {
      labels: {
        language: currentLanguage(),
        map: translate('mapOfTasks'),
        late: translate('late'),
        zoomIn: translate('zoomIn'),
        zoomOut: translate('zoomOut'),
      },
      view: parseView(view),
      onMove: (view, bounds) => latest.current.onMove(view, bounds),
      onPick: (ids) => latest.current.onPick(ids),
    });
    map.current = taskMap;
    if (view !== undefined) taskMap.reportMove();
    return () => {
      map.current = null;
      taskMap.remove();
    };
  }, [map]);

  useEffect(
    () => map.current?.showTasks(points ?? [], selection, openTasks),
    [map, points, selection, openTasks],
  );
  useEffect(() => map.current?.showItems(items), [map, items]);
  useEffect(() => {
    if (hasView.current || !points || points.length === 0) return;
    hasView.current = true;
    map.current?.showAll(true);
  }, [map, points]);
  useEffect(() => {
    const view = parseView(at);
    // After Back, or in a URL typed by hand. A change by the map itself needs no move.
    if (view && map.current && formatView(map.current.currentView()) !== at) map.current.moveTo(view);
  }, [map, at]);

  return <div ref={container} className={canvas.canvas} />;
};
