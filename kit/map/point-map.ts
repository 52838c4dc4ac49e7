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
import type { ReadMapFile } from './base-map.ts';
import { BASE_MAP_SOURCE, createBaseMapLayers } from './base-map-layers.ts';
import { getCompass } from './compass.ts';
import { type Bounds, createGrid, findBounds, type GridLine } from './geography.ts';
import { createMapStyle, type MapPoint } from './map-style.ts';
import { MAX_TASKS_AT_POINT, MAX_ZOOM, type MapView } from './map-view.ts';
import type { Palette } from './palette.ts';
import {
  drawSymbols,
  ITEM_SYMBOL,
  LATE_SYMBOL,
  PIXEL_RATIO,
  POSITION_SYMBOL,
  readPalette,
  STATE_SYMBOLS,
} from './symbols.ts';

setWorkerUrl(workerUrl);

const PADDING_PX = 72;
/** Keeps the surroundings of a single point in view. */
export const MAX_FIT_ZOOM = 15;

export type MapLabels = { language: string; map: string; late: string; zoomIn: string; zoomOut: string };

/** WebGL 2 is missing in old browsers and without graphics acceleration. */
export const canDrawMaps = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

/** `readMapFile` reads the base map; it is undefined if the server has none. */
export const createPointMap = (
  container: HTMLElement,
  {
    labels,
    view,
    readMapFile,
    hitRadius = 0,
    onMove = () => {},
    onPick,
  }: {
    labels: MapLabels;
    view?: MapView | undefined;
    readMapFile: ReadMapFile | undefined;
    /** How far from a symbol a click still hits it, in pixels. */
    hitRadius?: number;
    onMove?: (view: MapView, bounds: Bounds) => void;
    /** Called with the IDs of the tasks at the clicked point. */
    onPick: (ids: string[]) => void;
  },
) => {
  const palette = readPalette(container);
  const map = new Maplibre({
    container,
    style: createMapStyle(palette, labels.late),
    ...(view && { center: [view.longitude, view.latitude], zoom: view.zoom }),
    maxZoom: MAX_ZOOM,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // In the portal, shift-dragging selects the tasks in a box.
    boxZoom: false,
    locale: {
      'Map.Title': labels.map,
      'NavigationControl.ZoomIn': labels.zoomIn,
      'NavigationControl.ZoomOut': labels.zoomOut,
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl(), 'bottom-right');

  const loadEvent = new Promise<void>((resolve) => map.once('load', () => resolve()));
  const setFeatures = async (source: string, features: (MapPoint | GridLine)[]) => {
    container.ariaBusy = 'true';
    await loadEvent;
    (map.getSource(source) as GeoJSONSource | undefined)?.setData({ type: 'FeatureCollection', features });
  };
  const getVisibleBounds = (): Bounds => {
    const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]];
    return [Math.max(-180, west), Math.max(-85, south), Math.min(180, east), Math.min(85, north)];
  };
  const getCurrentView = (): MapView => {
    const { lng, lat } = map.getCenter();
    return { longitude: lng, latitude: lat, zoom: map.getZoom() };
  };
  const gridLabels = { language: labels.language, compass: getCompass(labels.language) };
  const drawGrid = () => void setFeatures('grid', createGrid(getVisibleBounds(), gridLabels));
  const reportMove = () => onMove(getCurrentView(), getVisibleBounds());

  // Busy until the points are rendered: they cannot be queried before.
  map.on('idle', () => {
    container.ariaBusy = 'false';
  });
  map.on('load', () => {
    for (const [state, symbol] of Object.entries(STATE_SYMBOLS)) {
      map.addImage(state, drawSymbols([symbol], palette), { pixelRatio: PIXEL_RATIO });
      map.addImage(`${state} late`, drawSymbols([symbol, LATE_SYMBOL], palette), { pixelRatio: PIXEL_RATIO });
    }
    map.addImage('item', drawSymbols([ITEM_SYMBOL], palette), { pixelRatio: PIXEL_RATIO });
    map.addImage('position', drawSymbols([POSITION_SYMBOL], palette), { pixelRatio: PIXEL_RATIO });
    drawGrid();
    // If the base map cannot be loaded, the grid stays.
    if (readMapFile)
      void addBaseMap(map, readMapFile, { palette, language: labels.language }).catch(() => {});
  });
  map.on('moveend', () => {
    drawGrid();
    reportMove();
  });
  map.on('click', async ({ point }) => {
    const features = map.queryRenderedFeatures(
      [
        [point.x - hitRadius, point.y - hitRadius],
        [point.x + hitRadius, point.y + hitRadius],
      ],
      { layers: ['clusters', 'tasks'] },
    );
    const cluster = features.find(({ properties }) => 'cluster_id' in properties);
    if (!cluster) {
      onPick(
        [...new Set(features.map(({ properties }) => properties.id as string))].slice(0, MAX_TASKS_AT_POINT),
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
    setFeatures: (source: 'tasks' | 'items' | 'position', points: MapPoint[]) =>
      void setFeatures(source, points),
    getVisibleBounds,
    getCurrentView,
    moveTo: ({ longitude, latitude, zoom }: MapView) => map.easeTo({ center: [longitude, latitude], zoom }),
    showAll: (points: Parameters<typeof findBounds>[0], { animate } = { animate: true }) => {
      const bounds = findBounds(points);
      if (!bounds) return;
      const size = Math.min(container.clientWidth, container.clientHeight);
      map.fitBounds(bounds as [number, number, number, number], {
        padding: Math.min(PADDING_PX, size / 5),
        maxZoom: MAX_FIT_ZOOM,
        animate,
      });
    },
    reportMove,
    remove: () => map.remove(),
  };
};

const addBaseMap = async (
  map: Maplibre,
  readMapFile: ReadMapFile,
  { palette, language }: { palette: Palette; language: string },
) => {
  const { readBaseMap } = await import('./base-map.ts');
  const { source, layers, attribution } = await readBaseMap(readMapFile);
  // The user may have left the page in the meantime.
  if (!map.getLayer('grid')) return;
  map.addSource(BASE_MAP_SOURCE, source);
  for (const layer of createBaseMapLayers(layers, { palette, language })) map.addLayer(layer, 'grid');
  for (const layer of ['grid', 'grid-labels']) map.setLayoutProperty(layer, 'visibility', 'none');
  if (attribution !== '') map.addControl(createAttributionControl(attribution), 'bottom-left');
};

const createAttributionControl = (attribution: string): IControl => {
  const element = document.createElement('div');
  element.className = 'maplibregl-ctrl maplibregl-ctrl-attrib';
  element.textContent = attribution;
  return { onAdd: () => element, onRemove: () => element.remove() };
};
