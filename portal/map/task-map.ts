import 'maplibre-gl/dist/maplibre-gl.css';
import {
  type GeoJSONSource,
  type IControl,
  Map as Maplibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { hasMapFile } from '#portal/api/map-file.ts';
import type { ItemPoint, TaskPoint } from '#portal/api/points.ts';
import { type Bounds, boundsOf, type GridLine, gridOf } from './geography.ts';
import { GROUND_SOURCE, groundLayers } from './ground-layers.ts';
import { isWithin, type Spot } from './lasso.ts';
import { type MapView, MOST_AT_ONE_PLACE, MOST_ZOOM } from './map-search.ts';
import { mapStyle } from './map-style.ts';
import { drawMarks, ITEM_MARK, LATE_MARK, PIXEL_RATIO, readPalette, STATE_MARKS } from './marks.ts';
import type { Palette } from './palette.ts';

setWorkerUrl(workerUrl);

/** Around what is shown as a whole, in pixels, so that no point hides behind what lies over the map. */
const PADDING_PX = 72;
/** Nearer than this "all" does not go: a single point needs surroundings. */
const NEAREST_OF_ALL = 15;

export type TaskMap = ReturnType<typeof createTaskMap>;

export type MapWords = { language: string; map: string; late: string; zoomIn: string; zoomOut: string };

/** Browsers without it exist: old ones, and those that may not use the graphics card. */
export const canDrawMaps = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

/** The map itself, outside of React: what is on it is told by `show…`, what happens on it by the listeners. */
export const createTaskMap = (
  container: HTMLElement,
  {
    words,
    view,
    onMove,
    onPick,
  }: {
    words: MapWords;
    view: MapView | undefined;
    onMove: (view: MapView, bounds: Bounds) => void;
    /** The tasks at a place that was clicked; none: it is empty. */
    onPick: (ids: string[]) => void;
  },
) => {
  const palette = readPalette(container);
  const map = new Maplibre({
    container,
    style: mapStyle(palette, words.late),
    ...(view && { center: [view.longitude, view.latitude], zoom: view.zoom }),
    maxZoom: MOST_ZOOM,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // Shift draws a box that chooses.
    boxZoom: false,
    locale: {
      'Map.Title': words.map,
      'NavigationControl.ZoomIn': words.zoomIn,
      'NavigationControl.ZoomOut': words.zoomOut,
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl(), 'bottom-right');

  let points: readonly TaskPoint[] = [];
  const loaded = new Promise<void>((resolve) => map.once('load', () => resolve()));
  const fill = async (source: string, features: (MapPoint | GridLine)[]) => {
    await loaded;
    (map.getSource(source) as GeoJSONSource | undefined)?.setData({ type: 'FeatureCollection', features });
  };
  const seen = (): Bounds => {
    const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]];
    return [Math.max(-180, west), Math.max(-85, south), Math.min(180, east), Math.min(85, north)];
  };
  const tell = () => {
    const { lng, lat } = map.getCenter();
    onMove({ longitude: lng, latitude: lat, zoom: map.getZoom() }, seen());
  };

  map.on('load', () => {
    for (const [state, mark] of Object.entries(STATE_MARKS)) {
      map.addImage(state, drawMarks([mark], palette), { pixelRatio: PIXEL_RATIO });
      map.addImage(`${state} late`, drawMarks([mark, LATE_MARK], palette), { pixelRatio: PIXEL_RATIO });
    }
    map.addImage('item', drawMarks([ITEM_MARK], palette), { pixelRatio: PIXEL_RATIO });
    void fill('grid', gridOf(seen()));
    // Without it the grid stays.
    if (hasMapFile) void layGround(map, palette, words.language).catch(() => {});
  });
  map.on('moveend', () => {
    void fill('grid', gridOf(seen()));
    tell();
  });
  map.on('click', async ({ point }) => {
    const found = map.queryRenderedFeatures(point, { layers: ['clusters', 'tasks'] });
    const cluster = found.find(({ properties }) => 'cluster_id' in properties);
    if (!cluster) {
      onPick(
        [...new Set(found.map(({ properties }) => properties.id as string))].slice(0, MOST_AT_ONE_PLACE),
      );
      return;
    }
    const source = map.getSource('tasks') as GeoJSONSource;
    const zoom = await source.getClusterExpansionZoom(cluster.properties.cluster_id);
    const { coordinates } = cluster.geometry as MapPoint['geometry'];
    map.easeTo({ center: coordinates, zoom });
  });
  for (const layer of ['clusters', 'tasks']) {
    map.on('mouseenter', layer, () => (map.getCanvas().style.cursor = 'pointer'));
    map.on('mouseleave', layer, () => (map.getCanvas().style.cursor = ''));
  }

  return {
    showTasks: (tasks: readonly TaskPoint[], chosen: ReadonlySet<string>, told: readonly string[]) => {
      points = tasks;
      const features = tasks.map(([id, longitude, latitude, state, isLate]) =>
        pointAt(longitude, latitude, {
          id,
          state,
          isLate,
          isChosen: chosen.has(id),
          isShown: told.includes(id),
        }),
      );
      void fill('tasks', features);
    },
    showItems: (items: readonly ItemPoint[]) =>
      void fill(
        'items',
        items.map(([id, longitude, latitude]) => pointAt(longitude, latitude, { id })),
      ),
    lookAt: ({ longitude, latitude, zoom }: MapView) => map.easeTo({ center: [longitude, latitude], zoom }),
    currentView: (): MapView => {
      const { lng, lat } = map.getCenter();
      return { longitude: lng, latitude: lat, zoom: map.getZoom() };
    },
    /** `isAtOnce`: when there was nothing to be seen before. */
    showAll: (isAtOnce = false) => {
      const bounds = boundsOf(points);
      if (!bounds) return;
      const size = Math.min(container.clientWidth, container.clientHeight);
      map.fitBounds(bounds as [number, number, number, number], {
        padding: Math.min(PADDING_PX, size / 5),
        maxZoom: NEAREST_OF_ALL,
        animate: !isAtOnce,
      });
    },
    /** Brings a task into the middle, at the first of its places. */
    goTo: (id: string) => {
      const point = points.find(([each]) => each === id);
      if (point) map.easeTo({ center: [point[1], point[2]], zoom: Math.max(map.getZoom(), NEAREST_OF_ALL) });
    },
    idsInView: (): string[] => {
      const [west, south, east, north] = seen();
      const isSeen = ([, x, y]: TaskPoint) => x >= west && x <= east && y >= south && y <= north;
      return [...new Set(points.filter(isSeen).map(([id]) => id))];
    },
    /** The tasks within what was drawn over the map, in its pixels. */
    idsWithin: (corners: readonly Spot[]): string[] => {
      const within = points.filter(([, longitude, latitude]) => {
        const { x, y } = map.project([longitude, latitude]);
        return isWithin([x, y], corners);
      });
      return [...new Set(within.map(([id]) => id))];
    },
    tell,
    remove: () => map.remove(),
  };
};

/** Puts the tiles of the server in the place of the grid; what reads them is loaded only where there are some. */
const layGround = async (map: Maplibre, palette: Palette, language: string) => {
  const { readGround } = await import('./ground.ts');
  const { source, layers, origin } = await readGround();
  // The page may have been left meanwhile.
  if (!map.getLayer('grid')) return;
  map.addSource(GROUND_SOURCE, source);
  for (const layer of groundLayers(layers, { palette, language })) map.addLayer(layer, 'grid');
  for (const layer of ['grid', 'grid-labels']) map.setLayoutProperty(layer, 'visibility', 'none');
  if (origin !== '') map.addControl(originControl(origin), 'bottom-left');
};

const originControl = (origin: string): IControl => {
  const element = document.createElement('div');
  element.className = 'maplibregl-ctrl maplibregl-ctrl-attrib';
  element.textContent = origin;
  return { onAdd: () => element, onRemove: () => element.remove() };
};

type MapPoint = {
  type: 'Feature';
  properties: Readonly<Record<string, unknown>>;
  geometry: { type: 'Point'; coordinates: [number, number] };
};

const pointAt = (longitude: number, latitude: number, properties: MapPoint['properties']): MapPoint => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});
