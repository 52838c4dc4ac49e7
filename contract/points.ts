import { type Static, Type } from 'typebox';
import { BoundingBox } from './bounding-box.ts';
import { formatNumber } from './format-number.ts';
import { SearchText } from './page.ts';
import { Query } from './query.ts';
import { TaskState } from './task.ts';
import { OptionalUuid, Uuid } from './uuid.ts';

export const MAX_MAP_POINTS = 20_000;

const isTruncated = Type.Boolean({
  description: `Whether there are more than ${formatNumber(MAX_MAP_POINTS)} points. Any others are left out`,
});
const Longitude = Type.Number({ description: 'Longitude in degrees' });
const Latitude = Type.Number({ description: 'Latitude in degrees' });

/** Points are tuples to save space. A task has one point per item with a location. */
export const TaskPoints = Type.Object(
  {
    points: Type.Array(
      Type.Tuple([
        Uuid('ID of the task'),
        Longitude,
        Latitude,
        TaskState,
        Type.Boolean({ description: 'Whether the task is late' }),
      ]),
    ),
    isTruncated,
  },
  {
    title: 'TaskPoints',
    examples: [
      {
        points: [['01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33', 4.9024, 52.3636, 'Assigned', false]],
        isTruncated: false,
      },
    ],
  },
);
export type TaskPoints = Static<typeof TaskPoints>;
export type TaskPoint = TaskPoints['points'][number];

export const ItemPointQuery = Query({
  contentTypeId: OptionalUuid('ID of a content type; returns only its items'),
  text: Type.Optional(SearchText),
  bounds: Type.Optional(BoundingBox('Only items inside the box are returned')),
});

export const ItemPoints = Type.Object(
  {
    points: Type.Array(
      Type.Tuple([Uuid('ID of the item'), Longitude, Latitude, Uuid('ID of its content type')]),
    ),
    isTruncated,
  },
  {
    title: 'ItemPoints',
    examples: [
      {
        points: [
          ['9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d', 4.9024, 52.3636, '3f2b8c57-1d4e-4a69-8b70-6c5d4e3f2a19'],
        ],
        isTruncated: false,
      },
    ],
  },
);
export type ItemPoints = Static<typeof ItemPoints>;
export type ItemPoint = ItemPoints['points'][number];
