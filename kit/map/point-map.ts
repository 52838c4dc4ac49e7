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
import { type Bounds, boundsOf, type GridLine, gridOf } from './geography.ts';
import type { ReadMapFile } from './ground.ts';
import { GROUND_SOURCE, groundLayers } from './ground-layers.ts';
import { type MapPoint, mapStyle } from './map-style.ts';
import { type MapView, MOST_AT_ONE_PLACE, MOST_ZOOM } from './map-view.ts';
import {
  drawMarks,
  ITEM_MARK,
  LATE_MARK,
  PIXEL_RATIO,
  POSITION_MARK,
  readPalette,
  STATE_MARKS,
} from './marks.ts';
import type { Palette } from './palette.ts';

setWorkerUrl(workerUrl);

/** Around what is shown as a whole, in pixels, so that no point hides behind what lies over the map. */
const PADDING_PX = 72;
/** Nearer than this "all" does not go: a single point needs surroundings. */
export const NEAREST_OF_ALL = 15;

export type MapWords = { language: string; map: string; late: string; zoomIn: string; zoomOut: string };

/** Browsers without it exist: old ones, and those that may not use the graphics card. */
export const canDrawMaps = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

/**
 * A map, outside of React: a grid or the tiles of the server, and on it points that are filled in. `readMapFile`: where the
 * tiles come from; absent: there are none.
 */
export const createPointMap = (
  container: HTMLElement,
  {
    words,
    view,
    readMapFile,
    reach = 0,
    onMove = () => {},
    onPick,
  }: {
    words: MapWords;
    view?: MapView | undefined;
    readMapFile: ReadMapFile | undefined;
    /** Pixels around a tap in which points are meant, too: more for fingers than for a mouse. */
    reach?: number;
    onMove?: (view: MapView, bounds: Bounds) => void;
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
    // In the portal, shift draws a box that chooses.
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

  const loaded = new Promise<void>((resolve) => map.once('load', () => resolve()));
  const fill = async (source: string, features: (MapPoint | GridLine)[]) => {
    container.ariaBusy = 'true';
    await loaded;
    (map.getSource(source) as GeoJSONSource | undefined)?.setData({ type: 'FeatureCollection', features });
  };
  const seen = (): Bounds => {
    const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]];
    return [Math.max(-180, west), Math.max(-85, south), Math.min(180, east), Math.min(85, north)];
  };
  const currentView = (): MapView => {
    const { lng, lat } = map.getCenter();
    return { longitude: lng, latitude: lat, zoom: map.getZoom() };
  };
  const tell = () => onMove(currentView(), seen());

  // Points are found only where they have been drawn.
  map.on('idle', () => {
    container.ariaBusy = 'false';
  });
  map.on('load', () => {
    for (const [state, mark] of Object.entries(STATE_MARKS)) {
      map.addImage(state, drawMarks([mark], palette), { pixelRatio: PIXEL_RATIO });
      map.addImage(`${state} late`, drawMarks([mark, LATE_MARK], palette), { pixelRatio: PIXEL_RATIO });
    }
    map.addImage('item', drawMarks([ITEM_MARK], palette), { pixelRatio: PIXEL_RATIO });
    map.addImage('position', drawMarks([POSITION_MARK], palette), { pixelRatio: PIXEL_RATIO });
    void fill('grid', gridOf(seen()));
    // Without it the grid stays.
    if (readMapFile) void layGround(map, readMapFile, { palette, language: words.language }).catch(() => {});
  });
  map.on('moveend', () => {
    void fill('grid', gridOf(seen()));
    tell();
  });
  map.on('click', async ({ point }) => {
    const found = map.queryRenderedFeatures(
      [
        [point.x - reach, point.y - reach],
        [point.x + reach, point.y + reach],
      ],
      { layers: ['clusters', 'tasks'] },
    );
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
    map,
    fill: (source: 'tasks' | 'items' | 'position', points: MapPoint[]) => void fill(source, points),
    seen,
    currentView,
    lookAt: ({ longitude, latitude, zoom }: MapView) => map.easeTo({ center: [longitude, latitude], zoom }),
    /** `isAtOnce`: when there was nothing to be seen before. */
    showAll: (points: Parameters<typeof boundsOf>[0], isAtOnce = false) => {
      const bounds = boundsOf(points);
      if (!bounds) return;
      const size = Math.min(container.clientWidth, container.clientHeight);
      map.fitBounds(bounds as [number, number, number, number], {
        padding: Math.min(PADDING_PX, size / 5),
        maxZoom: NEAREST_OF_ALL,
        animate: !isAtOnce,
      });
    },
    tell,
    remove: () => map.remove(),
  };
};

/** Puts the tiles of the server in the place of the grid; what reads them is loaded only where there are some. */
const layGround = async (
  map: Maplibre,
  readMapFile: ReadMapFile,
  { palette, language }: { palette: Palette; language: string },
) => {
  const { readGround } = await import('./ground.ts');
  const { source, layers, origin } = await readGround(readMapFile);
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
