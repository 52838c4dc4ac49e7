import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemPoint, TaskPoint } from '#contract/points.ts';
import { currentLanguage } from '#kit/current-language.ts';
import type { Bounds } from '#kit/map/geography.ts';
import canvas from '#kit/map/map-canvas.module.css';
import type { MapView } from '#kit/map/map-view.ts';
import { useSelection } from '#portal/tasks/selection.ts';
import { formatView, parseView } from './map-search.ts';
import { createTaskMap, type TaskMap } from './task-map.ts';

type Props = {
  map: RefObject<TaskMap | null>;
  points: readonly TaskPoint[] | undefined;
  items: readonly ItemPoint[];
  view: string | undefined;
  openTaskIds: readonly string[];
  onMove: (view: MapView, bounds: Bounds) => void;
  onPick: (ids: string[]) => void;
};

/** Needs a new `key` when the theme or language changes because the map's style contains colours and labels. */
export const MapCanvas = ({ map, points, items, view, openTaskIds, onMove, onPick }: Props) => {
  const { t } = useTranslation('map');
  const selection = useSelection();
  const container = useRef<HTMLDivElement>(null);
  const latestProps = useRef({ onMove, onPick, view, t });
  latestProps.current = { onMove, onPick, view, t };
  const hasView = useRef(view !== undefined);

  useEffect(() => {
    const { view: initialView, t: translate } = latestProps.current;
    const taskMap = createTaskMap(container.current!, {
      labels: {
        language: currentLanguage(),
        map: translate('mapOfTasks'),
        late: translate('late'),
        zoomIn: translate('zoomIn'),
        zoomOut: translate('zoomOut'),
      },
      view: parseView(initialView),
      onMove: (newView, bounds) => latestProps.current.onMove(newView, bounds),
      onPick: (ids) => latestProps.current.onPick(ids),
    });
    map.current = taskMap;
    if (initialView !== undefined) taskMap.reportMove();
    return () => {
      map.current = null;
      taskMap.remove();
    };
  }, [map]);

  useEffect(
    () => map.current?.showTasks(points ?? [], selection, openTaskIds),
    [map, points, selection, openTaskIds],
  );
  useEffect(() => map.current?.showItems(items), [map, items]);
  useEffect(() => {
    if (hasView.current || !points || points.length === 0) return;
    hasView.current = true;
    map.current?.showAll({ animate: false });
  }, [map, points]);
  useEffect(() => {
    const targetView = parseView(view);
    // The user went back or edited the URL. If the map itself changed the URL, the view already matches.
    if (targetView && map.current && formatView(map.current.getCurrentView()) !== view)
      map.current.moveTo(targetView);
  }, [map, view]);

  return <div ref={container} className={canvas.canvas} />;
};
