import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

/** A font of the browser, because there is no glyph server. */
export const FONT = { 'text-font': ['system-ui, sans-serif'], 'text-size': 12 };

export const BASE_MAP_SOURCE = 'ground-tiles';

const GREEN = [
  'allotments',
  'cemetery',
  'farmland',
  'forest',
  'garden',
  'golf_course',
  'grass',
  'grassland',
  'meadow',
  'nature_reserve',
  'orchard',
  'park',
  'pitch',
  'recreation_ground',
  'scrub',
  'village_green',
  'wood',
];
const MAIN_ROADS = ['highway', 'major_road', 'motorway', 'primary', 'secondary', 'trunk'];
/** Thinner than on maps for drivers. */
const ROAD_WIDTH = (main: number, other: number): ['interpolate', ...never[]] =>
  [
    'interpolate',
    ['exponential', 1.6],
    ['zoom'],
    8,
    ['case', isOneOf(MAIN_ROADS), main / 8, 0],
    13,
    ['case', isOneOf(MAIN_ROADS), main / 2, other / 2],
    18,
    ['case', isOneOf(MAIN_ROADS), main * 4, other * 4],
  ] as never;

/** The type of a feature is `kind` in Protomaps and `class` in OpenMapTiles. */
const isOneOf = (kinds: readonly string[]) => [
  'in',
  ['coalesce', ['get', 'kind'], ['get', 'class'], ''],
  ['literal', kinds],
];

const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

type CreateLayers = (
  palette: Palette,
  name: unknown,
) => Omit<LayerSpecification, 'id' | 'source' | 'source-layer'>[];

const fill = (colour: keyof Palette, filter: unknown = isArea, minzoom = 0): CreateLayers =>
  ((palette: Palette) => [
    { type: 'fill', minzoom, filter, paint: { 'fill-color': palette[colour] } },
  ]) as CreateLayers;
const green = fill('green', ['all', isArea, isOneOf(GREEN)]);
const buildings = fill('built', isArea, 13);
const roads = (({ road, line }: Palette) => [
  { type: 'line', minzoom: 12, paint: { 'line-color': line, 'line-width': ROAD_WIDTH(7, 4) } },
  { type: 'line', paint: { 'line-color': road, 'line-width': ROAD_WIDTH(5.5, 2.8) } },
]) as CreateLayers;
const borders = (({ border }: Palette) => [
  { type: 'line', paint: { 'line-color': border, 'line-dasharray': [4, 2], 'line-width': 1 } },
]) as CreateLayers;
const names = (layout: object, minzoom: number): CreateLayers =>
  (({ dimmed, ground }: Palette, name: unknown) => [
    {
      type: 'symbol',
      minzoom,
      layout: { ...FONT, ...layout, 'text-field': name },
      paint: { 'text-color': dimmed, 'text-halo-color': ground, 'text-halo-width': 1.5 },
    },
  ]) as CreateLayers;
const roadNames = names({ 'symbol-placement': 'line', 'text-size': 11 }, 14);
const placeNames = names({ 'text-max-width': 8, 'text-size': 13 }, 0);

/** From bottom to top. In each pair the first name is from Protomaps, the second from OpenMapTiles. */
const LAYERS: readonly [sourceLayer: string, createLayers: CreateLayers][] = [
  ['landcover', green],
  ['landuse', green],
  ['park', fill('green')],
  ['water', fill('water')],
  ['buildings', buildings],
  ['building', buildings],
  ['roads', roads],
  ['transportation', roads],
  ['boundaries', borders],
  ['boundary', borders],
  ['roads', roadNames],
  ['transportation_name', roadNames],
  ['places', placeNames],
  ['place', placeNames],
];

/** Returns the map layers for the source layers in the tiles, with names in the user's language where available. */
export const baseMapLayers = (
  available: readonly string[],
  { palette, language }: { palette: Palette; language: string },
): LayerSpecification[] => {
  const name = ['coalesce', ['get', `name:${language}`], ['get', 'name'], ''];
  return LAYERS.filter(([sourceLayer]) => available.includes(sourceLayer)).flatMap(
    ([sourceLayer, createLayers], position) =>
      createLayers(palette, name).map(
        (layer, index) =>
          ({
            ...layer,
            id: `ground-${position}-${index}`,
            source: BASE_MAP_SOURCE,
            'source-layer': sourceLayer,
          }) as LayerSpecification,
      ),
  );
};
