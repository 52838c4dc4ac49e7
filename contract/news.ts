import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { TaskState } from './task.ts';

const NullableUuid = Type.Union([Type.String({ format: 'uuid' }), Type.Null()]);

/** What a page that is open needs to know of a task or inspection that changed: what to load again, and for whom. */
export const NewsEntry = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Of the task; of the inspection when it has none' }),
    hasTask: Type.Boolean({ description: 'false: an inspection that was started without a task' }),
    state: Type.Union([TaskState, Type.Null()]),
    isDeleted: Type.Boolean({
      description: "Deleted, or out of the caller's teams: then all that follows is null",
    }),
    assigneeId: Type.Union([Type.Integer(), Type.Null()], { description: 'Who performs it' }),
    teamId: NullableUuid,
    inspectionId: NullableUuid,
    modifiedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { title: 'NewsEntry' },
);

export const NewsPage = Type.Object(
  {
    changes: Type.Array(NewsEntry, {
      maxItems: limits.changePage,
      description: 'The latest state of each, the oldest change first',
    }),
    next: Type.String({ description: 'Pass it as `after` to go on from here' }),
    isBehind: Type.Boolean({ description: 'There may be more right now: ask again at once, or load anew' }),
    isReset: Type.Boolean({
      description:
        'What the caller may see has changed since `after`, or the database was restored: load everything anew, for no changes can tell what is gone. Go on from `next`',
    }),
  },
  { title: 'NewsPage' },
);

export const NewsQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: '^[\\w-]{11}$',
        description: 'The `next` of the answer before; absent: answers at once where the feed is now',
      }),
    ),
    wait: Type.Optional(
      Type.String({
        pattern: '^([0-9]|[1-5][0-9]|60)$',
        description: `a whole number of seconds to wait for news when there is none, 0 to ${limits.changeWait}`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewsQuery = Static<typeof NewsQuery>;
