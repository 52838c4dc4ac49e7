import { type RefObject, useEffect, useRef } from 'react';
import type { TaskPoint } from '#contract/points.ts';
import type { Bounds } from '#kit/map/geography.ts';
import canvas from '#kit/map/map-canvas.module.css';
import type { MapView } from '#kit/map/map-view.ts';
import { currentLanguage } from '#kit/words.ts';
import type { ItemPoint } from '#portal/api/points.ts';
import { useSelection } from '#portal/frame/selection.ts';
import { formatView, parseView } from './map-search.ts';
import { createTaskMap, type TaskMap } from './task-map.ts';
import { useMapWords } from './words.ts';

/** Keeps the map as what is around it says. Made anew for another theme or language, for its colours and letters are drawn. */
export const MapCanvas = ({
  map,
  points,
  items,
  at,
  told,
  onMove,
  onPick,
}: {
  /** Where the page finds it for its buttons. */
  map: RefObject<TaskMap | null>;
  points: readonly TaskPoint[] | undefined;
  items: readonly ItemPoint[];
  at: string | undefined;
  told: readonly string[];
  onMove: (view: MapView, bounds: Bounds) => void;
  onPick: (ids: string[]) => void;
}) => {
  const t = useMapWords();
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
    if (start !== undefined) made.tell();
    return () => {
      map.current = null;
      made.remove();
    };
  }, [map]);

  useEffect(() => map.current?.showTasks(points ?? [], selection, told), [map, points, selection, told]);
  useEffect(() => map.current?.showItems(items), [map, items]);
  useEffect(() => {
    if (isPlaced.current || !points || points.length === 0) return;
    isPlaced.current = true;
    map.current?.showAll(true);
  }, [map, points]);
  useEffect(() => {
    const view = parseView(at);
    // The way back, or an address that was typed; what the map itself said is where it is.
    if (view && map.current && formatView(map.current.currentView()) !== at) map.current.lookAt(view);
  }, [map, at]);

  return <div ref={container} className={canvas.canvas} />;
};
