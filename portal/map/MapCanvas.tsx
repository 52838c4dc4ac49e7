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

/** Renders the map from its props. A new theme or language creates a new map, because colours and text are part of its style. */
export const MapCanvas = ({
  map,
  points,
  items,
  at,
  openTasks,
  onMove,
  onPick,
}: {
  /** A ref to the map for the buttons of the page. */
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
  const isPlaced = useRef(at !== undefined);

  useEffect(() => {
    const { at: start, t: say } = latest.current;
    const made = createTaskMap(container.current!, {
      words: {
        language: currentLanguage(),
        map: say('mapOfTasks'),
        late: say('late'),
        zoomIn: say('zoomIn'),
        zoomOut: say('zoomOut'),
      },
      view: parseView(start),
      onMove: (view, bounds) => latest.current.onMove(view, bounds),
      onPick: (ids) => latest.current.onPick(ids),
    });
    map.current = made;
    if (start !== undefined) made.reportMove();
    return () => {
      map.current = null;
      made.remove();
    };
  }, [map]);

  useEffect(
    () => map.current?.showTasks(points ?? [], selection, openTasks),
    [map, points, selection, openTasks],
  );
  useEffect(() => map.current?.showItems(items), [map, items]);
  useEffect(() => {
    if (isPlaced.current || !points || points.length === 0) return;
    isPlaced.current = true;
    map.current?.showAll(true);
  }, [map, points]);
  useEffect(() => {
    const view = parseView(at);
    // Back, or an address typed by hand. A change by the map itself needs no move.
    if (view && map.current && formatView(map.current.currentView()) !== at) map.current.moveTo(view);
  }, [map, at]);

  return <div ref={container} className={canvas.canvas} />;
};
