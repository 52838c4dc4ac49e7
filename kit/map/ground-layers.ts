import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

/** Drawn by the browser: there is no server of letters. */
export const FONT = { 'text-font': ['system-ui, sans-serif'], 'text-size': 12 };

export const GROUND_SOURCE = 'ground-tiles';

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
/** As wide as work needs it, not as a driver does. */
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

/** Protomaps says `kind`, OpenMapTiles `class`. */
const isOneOf = (kinds: readonly string[]) => [
  'in',
  ['coalesce', ['get', 'kind'], ['get', 'class'], ''],
  ['literal', kinds],
];

const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

type Draw = (palette: Palette, name: unknown) => Omit<LayerSpecification, 'id' | 'source' | 'source-layer'>[];

const fill = (colour: keyof Palette, filter: unknown = isArea, minzoom = 0): Draw =>
  ((palette: Palette) => [
    { type: 'fill', minzoom, filter, paint: { 'fill-color': palette[colour] } },
  ]) as Draw;
const green = fill('green', ['all', isArea, isOneOf(GREEN)]);
const buildings = fill('built', isArea, 13);
const roads = (({ road, line }: Palette) => [
  { type: 'line', minzoom: 12, paint: { 'line-color': line, 'line-width': ROAD_WIDTH(7, 4) } },
  { type: 'line', paint: { 'line-color': road, 'line-width': ROAD_WIDTH(5.5, 2.8) } },
]) as Draw;
const borders = (({ border }: Palette) => [
  { type: 'line', paint: { 'line-color': border, 'line-dasharray': [4, 2], 'line-width': 1 } },
]) as Draw;
const names = (layout: object, minzoom: number): Draw =>
  (({ dimmed, ground }: Palette, name: unknown) => [
    {
      type: 'symbol',
      minzoom,
      layout: { ...FONT, ...layout, 'text-field': name },
      paint: { 'text-color': dimmed, 'text-halo-color': ground, 'text-halo-width': 1.5 },
    },
  ]) as Draw;
const roadNames = names({ 'symbol-placement': 'line', 'text-size': 11 }, 14);
const placeNames = names({ 'text-max-width': 8, 'text-size': 13 }, 0);

/** From the ground up; of each pair Protomaps has the first name and OpenMapTiles the second. */
const DRAWN: readonly [layer: string, draw: Draw][] = [
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

/** A calm ground of what the tiles have: few colours, and names in the reader's language where there are. */
export const groundLayers = (
  there: readonly string[],
  { palette, language }: { palette: Palette; language: string },
): LayerSpecification[] => {
  const name = ['coalesce', ['get', `name:${language}`], ['get', 'name'], ''];
  return DRAWN.filter(([layer]) => there.includes(layer)).flatMap(([layer, draw], place) =>
    draw(palette, name).map(
      (drawn, index) =>
        ({
          ...drawn,
          id: `ground-${place}-${index}`,
          source: GROUND_SOURCE,
          'source-layer': layer,
        }) as LayerSpecification,
    ),
  );
};
