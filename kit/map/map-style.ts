import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl';
import { TEXT_LAYOUT } from './base-map-layers.ts';
import type { Palette } from './palette.ts';

/** Circles with a late count have a diameter of up to 78 pixels, and must hardly overlap. */
const CLUSTER_PX = 64;
const LAST_CLUSTERED_ZOOM = 16;

export type MapPoint = {
  type: 'Feature';
  properties: Readonly<Record<string, unknown>>;
  geometry: { type: 'Point'; coordinates: [number, number] };
};

export const createPoint = (
  longitude: number,
  latitude: number,
  properties: MapPoint['properties'],
): MapPoint => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

const EMPTY_COLLECTION = { type: 'FeatureCollection' as const, features: [] };

const RADIUS_BY_COUNT: ['step', ['get', string], number, ...number[]] = [
  'step',
  ['get', 'point_count'],
  20,
  10,
  23,
  100,
  26,
  1_000,
  31,
];

/** A second line with the number of late tasks needs more space. */
const createClusterRadius = (lateLabel: string): ExpressionSpecification => [
  '+',
  RADIUS_BY_COUNT,
  ['case', ['>', ['get', 'late'], 0], lateLabel.length + 2, 0],
];

/** The sources are empty: the apps add their own data. */
export const createMapStyle = (palette: Palette, lateLabel: string): StyleSpecification => ({
  version: 8,
  sources: {
    grid: { type: 'geojson', data: EMPTY_COLLECTION },
    items: { type: 'geojson', data: EMPTY_COLLECTION },
    position: { type: 'geojson', data: EMPTY_COLLECTION },
    tasks: {
      type: 'geojson',
      data: EMPTY_COLLECTION,
      cluster: true,
      clusterRadius: CLUSTER_PX,
      clusterMaxZoom: LAST_CLUSTERED_ZOOM,
      clusterProperties: {
        late: ['+', ['case', ['get', 'isLate'], 1, 0]],
        selected: ['+', ['case', ['get', 'isSelected'], 1, 0]],
      },
    },
  },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': palette.ground } },
    { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': palette.line, 'line-width': 1 } },
    {
      id: 'grid-labels',
      type: 'symbol',
      source: 'grid',
      layout: {
        ...TEXT_LAYOUT,
        'symbol-placement': 'line',
        'symbol-spacing': 600,
        'text-field': ['get', 'label'],
        'text-size': 11,
        'text-offset': [0, -0.8],
      },
      paint: { 'text-color': palette.dimmed, 'text-halo-color': palette.ground, 'text-halo-width': 1 },
    },
    {
      id: 'items',
      type: 'symbol',
      source: 'items',
      layout: { 'icon-image': 'item', 'icon-allow-overlap': true },
    },
    {
      id: 'selected',
      type: 'circle',
      source: 'tasks',
      filter: ['any', ['>', ['coalesce', ['get', 'selected'], 0], 0], ['==', ['get', 'isSelected'], true]],
      paint: {
        'circle-radius': ['case', ['has', 'point_count'], ['+', createClusterRadius(lateLabel), 6], 14],
        'circle-color': palette.calm,
        'circle-opacity': 0.25,
        'circle-stroke-color': palette.calm,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'shown',
      type: 'circle',
      source: 'tasks',
      filter: ['==', ['get', 'isOpen'], true],
      paint: {
        'circle-radius': 17,
        'circle-opacity': 0,
        'circle-stroke-color': palette.text,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'clusters',
      type: 'circle',
      source: 'tasks',
      filter: ['has', 'point_count'],
      paint: {
        'circle-radius': createClusterRadius(lateLabel),
        'circle-color': palette.body,
        'circle-stroke-width': 2,
        'circle-stroke-color': ['case', ['>', ['get', 'late'], 0], palette.bad, palette.calm],
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'tasks',
      filter: ['has', 'point_count'],
      layout: {
        ...TEXT_LAYOUT,
        'text-allow-overlap': true,
        'text-field': [
          'case',
          ['>', ['get', 'late'], 0],
          [
            'format',
            ['to-string', ['get', 'point_count']],
            {},
            ['concat', '\n', ['get', 'late'], ` ${lateLabel}`],
            { 'font-scale': 0.85 },
          ],
          ['to-string', ['get', 'point_count']],
        ],
      },
      // The text has a halo because a long number is wider than the circle.
      paint: { 'text-color': palette.text, 'text-halo-color': palette.body, 'text-halo-width': 1.5 },
    },
    {
      id: 'tasks',
      type: 'symbol',
      source: 'tasks',
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['concat', ['get', 'state'], ['case', ['get', 'isLate'], ' late', '']],
        'icon-allow-overlap': true,
      },
    },
    {
      id: 'position',
      type: 'symbol',
      source: 'position',
      layout: { 'icon-image': 'position', 'icon-size': 1.5, 'icon-allow-overlap': true },
    },
  ],
});
