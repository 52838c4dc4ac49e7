import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { Query } from './query.ts';
import { TaskState } from './task.ts';
import { Uuid } from './uuid.ts';

const NullableUuid = Nullable(Type.String({ format: 'uuid' }));

export const LiveChange = Type.Object(
  {
    id: Uuid('ID of the task, or of the inspection if it has no task'),
    hasTask: Type.Boolean({ description: 'False if an inspection has no task' }),
    state: Nullable(TaskState),
    isDeleted: Type.Boolean({
      description:
        "Whether the task or inspection was deleted or moved out of the caller's teams; `state`, `assigneeId`, `teamId`, `inspectionId` and `modifiedAt` are then null",
    }),
    assigneeId: Nullable(Type.Integer(), 'User ID of the assignee'),
    teamId: NullableUuid,
    inspectionId: NullableUuid,
    modifiedAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'LiveChange' },
);

export const LiveChangePage = Type.Object(
  {
    changes: Type.Array(LiveChange, {
      maxItems: limits.changePage,
      description: 'The latest state of each task or inspection, oldest change first',
    }),
    next: Type.String({ description: 'Send it as `after` to continue from here' }),
    hasMore: Type.Boolean({
      description:
        'Whether there may be more changes: send the next request immediately, or reload everything',
    }),
    isReset: Type.Boolean({
      description:
        "Whether the caller's permissions have changed since `after`, or the database was restored: reload everything and continue from `next`. The changes do not include objects the caller can no longer see",
    }),
  },
  { title: 'LiveChangePage' },
);
export type LiveChangePage = Static<typeof LiveChangePage>;

export const LiveChangeQuery = Query({
  after: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{11}$',
      description:
        'The `next` of the previous response; if absent, the current position is returned immediately',
    }),
  ),
  wait: Type.Optional(
    Type.String({
      pattern: '^([0-9]|[1-5][0-9]|60)$',
      description: `A whole number of seconds, from 0 to ${limits.changeWait}; if there are no changes, the response is delayed for up to this time`,
    }),
  ),
});
export type LiveChangeQuery = Static<typeof LiveChangeQuery>;
