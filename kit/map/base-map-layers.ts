import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

/** A font that browsers provide, because there is no glyph server. */
export const TEXT_LAYOUT = { 'text-font': ['system-ui, sans-serif'], 'text-size': 12 };

export const BASE_MAP_SOURCE = 'base-map';

const GREEN_AREAS = [
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
/** Roads are thinner than on maps made for drivers. */
const createRoadWidth = (mainWidth: number, otherWidth: number): ['interpolate', ...never[]] =>
  [
    'interpolate',
    ['exponential', 1.6],
    ['zoom'],
    8,
    ['case', createKindFilter(MAIN_ROADS), mainWidth / 8, 0],
    13,
    ['case', createKindFilter(MAIN_ROADS), mainWidth / 2, otherWidth / 2],
    18,
    ['case', createKindFilter(MAIN_ROADS), mainWidth * 4, otherWidth * 4],
  ] as never;

/** A feature's type is called `kind` in Protomaps and `class` in OpenMapTiles. */
const createKindFilter = (kinds: readonly string[]) => [
  'in',
  ['coalesce', ['get', 'kind'], ['get', 'class'], ''],
  ['literal', kinds],
];

const AREA_FILTER: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

type CreateLayers = (
  palette: Palette,
  name: unknown,
) => Omit<LayerSpecification, 'id' | 'source' | 'source-layer'>[];

const createFill = (color: keyof Palette, filter: unknown = AREA_FILTER, minzoom = 0): CreateLayers =>
  ((palette: Palette) => [
    { type: 'fill', minzoom, filter, paint: { 'fill-color': palette[color] } },
  ]) as CreateLayers;
const createGreenAreas = createFill('green', ['all', AREA_FILTER, createKindFilter(GREEN_AREAS)]);
const createBuildings = createFill('building', AREA_FILTER, 13);
const createRoads = (({ road, line }: Palette) => [
  { type: 'line', minzoom: 12, paint: { 'line-color': line, 'line-width': createRoadWidth(7, 4) } },
  { type: 'line', paint: { 'line-color': road, 'line-width': createRoadWidth(5.5, 2.8) } },
]) as CreateLayers;
const createBorders = (({ border }: Palette) => [
  { type: 'line', paint: { 'line-color': border, 'line-dasharray': [4, 2], 'line-width': 1 } },
]) as CreateLayers;
const createNames = (layout: object, minzoom: number): CreateLayers =>
  (({ dimmed, ground }: Palette, name: unknown) => [
    {
      type: 'symbol',
      minzoom,
      layout: { ...TEXT_LAYOUT, ...layout, 'text-field': name },
      paint: { 'text-color': dimmed, 'text-halo-color': ground, 'text-halo-width': 1.5 },
    },
  ]) as CreateLayers;
const createRoadNames = createNames({ 'symbol-placement': 'line', 'text-size': 11 }, 14);
const createPlaceNames = createNames({ 'text-max-width': 8, 'text-size': 13 }, 0);

/** Layers from bottom to top. Names differ: Protomaps has `buildings`, for example, and OpenMapTiles `building`. */
const LAYERS: readonly [sourceLayer: string, createLayers: CreateLayers][] = [
  ['landcover', createGreenAreas],
  ['landuse', createGreenAreas],
  ['park', createFill('green')],
  ['water', createFill('water')],
  ['buildings', createBuildings],
  ['building', createBuildings],
  ['roads', createRoads],
  ['transportation', createRoads],
  ['boundaries', createBorders],
  ['boundary', createBorders],
  ['roads', createRoadNames],
  ['transportation_name', createRoadNames],
  ['places', createPlaceNames],
  ['place', createPlaceNames],
];

/** Place names are in the user's language where available. */
export const createBaseMapLayers = (
  availableLayers: readonly string[],
  { palette, language }: { palette: Palette; language: string },
): LayerSpecification[] => {
  const name = ['coalesce', ['get', `name:${language}`], ['get', 'name'], ''];
  return LAYERS.filter(([sourceLayer]) => availableLayers.includes(sourceLayer)).flatMap(
    ([sourceLayer, createLayers], position) =>
      createLayers(palette, name).map(
        (layer, index) =>
          ({
            ...layer,
            id: `base-map-${position}-${index}`,
            source: BASE_MAP_SOURCE,
            'source-layer': sourceLayer,
          }) as LayerSpecification,
      ),
  );
};
