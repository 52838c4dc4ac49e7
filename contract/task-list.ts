import { type Static, Type } from 'typebox';
import { BoundingBox } from './bounding-box.ts';
import { formatNumber } from './format-number.ts';
import { LATE_CAUSES } from './late-cause.ts';
import { Flag, InstantFilter, NextPage, pageFields, SearchTextIn } from './page.ts';
import { Query } from './query.ts';
import { TASK_STATES } from './task.ts';
import { choiceFilterFields } from './task-field-schemas.ts';
import { CHOICE_FIELDS } from './task-fields.ts';
import { TaskView } from './task-view.ts';
import { OptionalUuid } from './uuid.ts';

/** Counting further would take as long as reading the tasks, and nobody pages that far. */
export const MAX_COUNTED_TASKS = 10_000;

export const TASK_SORTS = [
  'dueDate',
  'plannedStart',
  'title',
  'externalId',
  'createdAt',
  'modifiedAt',
  'state',
  'assignee',
  ...CHOICE_FIELDS.map(([name]) => name),
] as const;
export type TaskSort = (typeof TASK_SORTS)[number];

const Text = (pattern: string, description: string, example: string) =>
  Type.Optional(Type.String({ pattern, description, examples: [example] }));
const Instant = (condition: string) => InstantFilter(`tasks ${condition}`, '2026-11-21T08:00:00Z');
const createListPattern = (element: string, max: number) => `^(${element})(,(${element})){0,${max - 1}}$`;

const taskFilterFields = {
  id: Text(
    createListPattern('[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}', 100),
    'IDs of at most 100 tasks, separated by commas',
    '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33',
  ),
  state: Text(
    createListPattern(TASK_STATES.join('|'), TASK_STATES.length),
    `One or more of ${TASK_STATES.join(', ')}, separated by commas`,
    'New,Assigned',
  ),
  teamId: OptionalUuid('ID of a team; returns only its tasks'),
  assigneeId: Text(
    createListPattern('none|\\d{1,15}', 100),
    'IDs of at most 100 users, separated by commas; `none` selects unassigned tasks',
    '12,none',
  ),
  workbookId: OptionalUuid('ID of a workbook; returns only tasks with any of its versions'),
  itemId: OptionalUuid('ID of an item; returns only tasks that include the item'),
  text: Type.Optional(
    SearchTextIn(
      'tasks',
      'title, externalId, description, title of an item, externalId of an item, address of an item. A word of one or two letters or digits must be the start of a word',
    ),
  ),
  dueFrom: Instant('due at or after'),
  dueTo: Instant('due before'),
  startFrom: Instant('with a start date at or after'),
  startTo: Instant('with a start date before'),
  plannedFrom: Instant('planned to start at or after'),
  plannedTo: Instant('planned to start before'),
  isPlanned: Flag('If true, returns planned tasks; if false, tasks that are not planned'),
  isLate: Flag(
    'If true, returns New, Assigned or Active tasks whose due date has passed; if false, all other tasks',
  ),
  lateCause: Text(
    createListPattern(LATE_CAUSES.join('|'), LATE_CAUSES.length),
    `One or more of ${LATE_CAUSES.join(', ')}, separated by commas; returns tasks that are late for one of these reasons`,
    'unassigned,unplanned',
  ),
  property: Text(
    '^[^:\\u0000]{1,128}:[^\\u0000]{0,4000}$',
    'Name:value of a custom property. The name is not case-sensitive; numbers, true and false are written as in JSON',
    'Material:wood',
  ),
  ...choiceFilterFields,
  bounds: Type.Optional(BoundingBox('Returns tasks with at least one item in the box')),
};

export const TaskFilterQuery = Query(taskFilterFields);
export type TaskFilterQuery = Static<typeof TaskFilterQuery>;

const sortFields = {
  sort: Text(
    `^-?(${TASK_SORTS.join('|')})$`,
    `One of ${TASK_SORTS.join(', ')}, with - before it for descending order. Tasks without a value come last. Default: -createdAt`,
    '-dueDate',
  ),
};

export const TaskListQuery = Query({
  ...pageFields,
  ...taskFilterFields,
  ...sortFields,
  count: Flag(`If true, includes the total count, up to ${formatNumber(MAX_COUNTED_TASKS)}`),
});
export type TaskListQuery = Static<typeof TaskListQuery>;

export const TaskFileQuery = Query({ ...taskFilterFields, ...sortFields });
export type TaskFileQuery = Static<typeof TaskFileQuery>;

export const TaskPage = Type.Object(
  {
    tasks: Type.Array(TaskView),
    next: NextPage,
    count: Type.Optional(
      Type.Integer({ description: 'With `count=true`: number of tasks that match the filters' }),
    ),
    isCountCapped: Type.Optional(
      Type.Boolean({
        description: `With \`count=true\`: whether there are more than ${formatNumber(MAX_COUNTED_TASKS)} tasks`,
      }),
    ),
  },
  { title: 'TaskPage' },
);
export type TaskPage = Static<typeof TaskPage>;
