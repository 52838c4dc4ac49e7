import { type Static, Type } from 'typebox';
import { Box } from './box.ts';
import { LATE_CAUSES } from './late-cause.ts';
import { NextPage, pageMembers, SearchTextIn } from './page.ts';
import { TASK_STATES } from './task.ts';
import { TaskView } from './task-view.ts';

/** Tasks beyond this are not counted: nobody pages so far, and counting all takes as long as reading them. */
export const MOST_COUNTED = 10_000;

export const TASK_SORTS = [
  'dueDate',
  'plannedStart',
  'title',
  'externalId',
  'createdAt',
  'modifiedAt',
  'state',
  'assignee',
] as const;
export type TaskSort = (typeof TASK_SORTS)[number];

const Uuid = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }));
const Text = (pattern: string, description: string, example: string) =>
  Type.Optional(Type.String({ pattern, description, examples: [example] }));
const Flag = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }));
/** What is a date and time is said once, in service/http/instant.ts, and judged there. */
const Instant = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description}, ISO 8601 with zone`,
      examples: ['2026-11-21T08:00:00Z'],
    }),
  );

const listOf = (each: string, most: number) => `^(${each})(,(${each})){0,${most - 1}}$`;

/** Which tasks somebody asks for: all that is given must hold. */
export const taskFilterMembers = {
  id: Text(
    listOf('[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}', 100),
    'ids of at most 100 tasks, separated by commas',
    '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33',
  ),
  state: Text(
    listOf(TASK_STATES.join('|'), TASK_STATES.length),
    `one or some of ${TASK_STATES.join(', ')}, separated by commas`,
    'New,Assigned',
  ),
  teamId: Uuid('Tasks of the team'),
  assigneeId: Text(
    listOf('none|\\d{1,15}', 100),
    'ids of at most 100 users, separated by commas; `none` among them: without a user',
    '12,none',
  ),
  workbookId: Uuid('Tasks of the workbook, whatever its version'),
  itemId: Uuid('Tasks that name the item'),
  text: Type.Optional(
    SearchTextIn('the title, externalId or description, or in the title or externalId of an item'),
  ),
  dueFrom: Instant('Due then or later'),
  dueTo: Instant('Due before then'),
  startFrom: Instant('To be started then or later'),
  startTo: Instant('To be started before then'),
  plannedFrom: Instant('Planned for then or later'),
  plannedTo: Instant('Planned for before then'),
  isPlanned: Flag('Whether there is a plannedStart'),
  isLate: Flag('Whether it is New, Assigned or Active and its due date has passed'),
  lateBecause: Text(
    listOf(LATE_CAUSES.join('|'), LATE_CAUSES.length),
    `late for one or some of ${LATE_CAUSES.join(', ')}, separated by commas`,
    'unassigned,unplanned',
  ),
  property: Text(
    '^[^:\\u0000]{1,128}:[^\\u0000]{0,4000}$',
    'Name:value of a custom property, letter case of the name ignored; a number or true and false as JSON writes them',
    'Priority:high',
  ),
  bounds: Type.Optional(Box('A task is inside when one of its items is')),
};

export const TaskFilterQuery = Type.Object(taskFilterMembers, { additionalProperties: false });
export type TaskFilterQuery = Static<typeof TaskFilterQuery>;

const sortMembers = {
  sort: Text(
    `^-?(${TASK_SORTS.join('|')})$`,
    `one of ${TASK_SORTS.join(', ')}, with - before it for the reverse. What is absent comes last. -createdAt when absent`,
    '-dueDate',
  ),
};

export const TaskListQuery = Type.Object(
  {
    ...pageMembers,
    ...taskFilterMembers,
    ...sortMembers,
    count: Flag(`true: also how many there are in all, up to ${MOST_COUNTED}`),
  },
  { additionalProperties: false },
);
export type TaskListQuery = Static<typeof TaskListQuery>;

export const TaskFileQuery = Type.Object(
  { ...taskFilterMembers, ...sortMembers },
  { additionalProperties: false },
);
export type TaskFileQuery = Static<typeof TaskFileQuery>;

export const TaskPage = Type.Object(
  {
    tasks: Type.Array(TaskView),
    next: NextPage,
    count: Type.Optional(Type.Integer({ description: 'With `count=true`: how many there are' })),
    isCountCapped: Type.Optional(
      Type.Boolean({ description: `With \`count=true\`: there are more than ${MOST_COUNTED}` }),
    ),
  },
  { title: 'TaskPage' },
);
