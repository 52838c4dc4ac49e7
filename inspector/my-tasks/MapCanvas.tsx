import { type RefObject, useEffect, useRef } from 'react';
import type { TaskPoint } from '#contract/points.ts';
import { useDevice } from '#inspector/frame/device.ts';
import canvas from '#kit/map/map-canvas.module.css';
import { pointAt } from '#kit/map/map-style.ts';
import type { MapView } from '#kit/map/map-view.ts';
import { createPointMap } from '#kit/map/point-map.ts';
import { currentLanguage } from '#kit/words.ts';
import type { Spot } from './distance.ts';
import { useTaskWords } from './words.ts';

export type MyMap = ReturnType<typeof createPointMap>;

/** Half of what a finger in a glove covers. */
const FINGER_PX = 22;

/** Where it looked last: who comes back from a task finds it so. */
let lastView: MapView | undefined;

/** Keeps the map as what is around it says. Made anew for another theme or language, for its colours and letters are drawn. */
export const MapCanvas = ({
  map,
  points,
  told,
  here,
  onPick,
}: {
  /** Where the buttons beside it find it. */
  map: RefObject<MyMap | null>;
  points: readonly TaskPoint[];
  told: readonly string[];
  here: Spot | undefined;
  onPick: (ids: string[]) => void;
}) => {
  const t = useTaskWords();
  const { server } = useDevice();
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef({ onPick, t, points });
  latest.current = { onPick, t, points };

  useEffect(() => {
    const { t: say, points: first } = latest.current;
    const made = createPointMap(container.current!, {
      words: {
        language: currentLanguage(),
        map: say('map'),
        late: say('mapLate'),
        zoomIn: say('zoomIn'),
        zoomOut: say('zoomOut'),
      },
      view: lastView,
      // Where there are no tiles, or no network, the grid stays.
      readMapFile: (offset, length, signal) =>
        server.bytes('/portal/map.pmtiles', { offset, length, signal }),
      reach: FINGER_PX,
      onMove: (view) => {
        lastView = view;
      },
      onPick: (ids) => latest.current.onPick(ids),
    });
    map.current = made;
    if (!lastView) made.showAll(first, true);
    return () => {
      map.current = null;
      made.remove();
    };
  }, [map, server]);

  useEffect(
    () =>
      map.current?.fill(
        'tasks',
        points.map(([id, longitude, latitude, state, isLate]) =>
          pointAt(longitude, latitude, { id, state, isLate, isChosen: false, isShown: told.includes(id) }),
        ),
      ),
    [map, points, told],
  );
  useEffect(() => {
    map.current?.fill('position', here ? [pointAt(here.longitude, here.latitude, {})] : []);
    if (here) map.current?.lookAt({ ...here, zoom: Math.max(14, map.current.currentView().zoom) });
  }, [map, here]);

  return <div ref={container} className={canvas.canvas} />;
};
