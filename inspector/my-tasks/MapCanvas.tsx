import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskPoint } from '#contract/points.ts';
import { useDevice } from '#inspector/device/device.ts';
import { currentLanguage } from '#kit/current-language.ts';
import canvas from '#kit/map/map-canvas.module.css';
import { createPoint } from '#kit/map/map-style.ts';
import type { MapView } from '#kit/map/map-view.ts';
import { createPointMap } from '#kit/map/point-map.ts';
import type { Coordinates } from './distance.ts';

export type TaskMapHandle = ReturnType<typeof createPointMap>;

/** Half the width of a gloved finger, in CSS pixels. */
const HIT_RADIUS_PX = 22;

/** The map's last view, restored when the user returns from a task. */
let lastView: MapView | undefined;

type Props = {
  /** The map's handle, set by this component and used by the buttons next to the map. */
  map: RefObject<TaskMapHandle | null>;
  points: readonly TaskPoint[];
  selectedIds: readonly string[];
  position: Coordinates | undefined;
  onPick: (ids: string[]) => void;
};

/** Needs a new `key` for each theme and language, because colours and labels are part of the map's style. */
export const MapCanvas = ({ map, points, selectedIds, position, onPick }: Props) => {
  const { t } = useTranslation('my-tasks');
  const { client } = useDevice();
  const container = useRef<HTMLDivElement>(null);
  const latestProps = useRef({ onPick, t, points });
  latestProps.current = { onPick, t, points };

  useEffect(() => {
    const { t: translate, points: initialPoints } = latestProps.current;
    const pointMap = createPointMap(container.current!, {
      labels: {
        language: currentLanguage(),
        map: translate('map'),
        late: translate('mapLate'),
        zoomIn: translate('zoomIn'),
        zoomOut: translate('zoomOut'),
      },
      view: lastView,
      // If the server has no map file or is unreachable, only the grid is shown.
      readMapFile: (offset, length, signal) =>
        client.downloadRange('/portal/map.pmtiles', { offset, length, signal }),
      hitRadius: HIT_RADIUS_PX,
      onMove: (view) => {
        lastView = view;
      },
      onPick: (ids) => latestProps.current.onPick(ids),
    });
    map.current = pointMap;
    if (!lastView) pointMap.showAll(initialPoints, { animate: false });
    return () => {
      map.current = null;
      pointMap.remove();
    };
  }, [map, client]);

  useEffect(
    () =>
      map.current?.setFeatures(
        'tasks',
        points.map(([id, longitude, latitude, state, isLate]) =>
          createPoint(longitude, latitude, {
            id,
            state,
            isLate,
            isSelected: false,
            isOpen: selectedIds.includes(id),
          }),
        ),
      ),
    [map, points, selectedIds],
  );
  useEffect(() => {
    map.current?.setFeatures(
      'position',
      position ? [createPoint(position.longitude, position.latitude, {})] : [],
    );
    if (position) map.current?.moveTo({ ...position, zoom: Math.max(14, map.current.getCurrentView().zoom) });
  }, [map, position]);

  return <div ref={container} className={canvas.canvas} />;
};
