import { type Static, Type } from 'typebox';
import { Box } from './box.ts';
import { SearchText } from './page.ts';
import { TaskState } from './task.ts';

/** A map shows no more points than these. */
export const MOST_POINTS = 20_000;

const isCut = Type.Boolean({ description: `There are more than ${MOST_POINTS}, and these are some of them` });
const Id = (description: string) => Type.String({ format: 'uuid', description });
const Longitude = Type.Number({ description: 'Longitude in degrees' });
const Latitude = Type.Number({ description: 'Latitude in degrees' });

/** Where tasks are, as compact as it gets: a task is at each of its items that has a location. */
export const TaskPoints = Type.Object(
  {
    points: Type.Array(
      Type.Tuple([
        Id('Identifier of the task'),
        Longitude,
        Latitude,
        TaskState,
        Type.Boolean({ description: 'Whether it is late' }),
      ]),
    ),
    isCut,
  },
  {
    title: 'TaskPoints',
    examples: [
      {
        points: [['01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33', 4.9024, 52.3636, 'Assigned', false]],
        isCut: false,
      },
    ],
  },
);

/** A task at one of its items. */
export type TaskPoint = Static<typeof TaskPoints>['points'][number];

export const ItemPointQuery = Type.Object(
  {
    contentTypeId: Type.Optional(Type.String({ format: 'uuid', description: 'Items of the content type' })),
    text: Type.Optional(SearchText),
    bounds: Type.Optional(Box('Other items are left out')),
  },
  { additionalProperties: false },
);
export type ItemPointQuery = Static<typeof ItemPointQuery>;

/** Where items are. */
export const ItemPoints = Type.Object(
  {
    points: Type.Array(
      Type.Tuple([Id('Identifier of the item'), Longitude, Latitude, Id('Identifier of its content type')]),
    ),
    isCut,
  },
  {
    title: 'ItemPoints',
    examples: [
      {
        points: [
          ['9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d', 4.9024, 52.3636, '3f2b8c57-1d4e-4a69-8b70-6c5d4e3f2a19'],
        ],
        isCut: false,
      },
    ],
  },
);
