import { type Static, Type } from 'typebox';
import examples from './examples.json' with { type: 'json' };
import { AnswerComment, Inspection } from './inspection.ts';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { ExternalIdFilter, Flag, InstantFilter, pageFields, SearchTextIn } from './page.ts';
import { Query } from './query.ts';
import { OptionalUuid } from './uuid.ts';

/** For one inspected item, or for the whole inspection, at the time of completion. */
const resultFields = {
  answers: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Answers to relevant fields and values of calculated fields, by field name',
  }),
  comments: Type.Record(Type.String(), AnswerComment, { description: 'Comments and pictures by field name' }),
  failures: Type.Array(Type.String(), { description: 'Paths of the fields whose answers failed' }),
};

/** Excludes answers entered after the latest completion. */
const InspectionResult = Type.Object(
  {
    completion: Type.Integer({ description: 'Number of the completion' }),
    completedAt: Type.String(),
    ...resultFields,
    items: Type.Array(
      Type.Object({
        itemId: Type.String({ format: 'uuid' }),
        externalId: Type.String(),
        title: Type.String(),
        ...resultFields,
      }),
      {
        description:
          'One entry per inspected item. If the inspection has no items, the list is empty, and the result is in `answers`, `comments` and `failures`',
      },
    ),
  },
  { title: 'InspectionResult' },
);

export const InspectionRow = Type.Object(
  {
    ...Type.Pick(Inspection, [
      'id',
      'taskId',
      'externalId',
      'title',
      'state',
      'workbookId',
      'definitionId',
      'workbookTitle',
      'workbookVersion',
      'teamId',
      'teamTitle',
      'timeZone',
      'userId',
      'userName',
      'startedAt',
      'endedAt',
      'completion',
    ]).properties,
    failedCount: Type.Integer({ description: 'Number of failed answers at the latest completion' }),
    ...Type.Pick(Inspection, ['approvedAt', 'approvedBy', 'revision']).properties,
    changedAt: Type.String({ description: "When the inspection or its task's state last changed" }),
    itemCount: Type.Integer({ description: 'Number of inspected items; 0 for an inspection without items' }),
    result: Type.Optional(
      Nullable(InspectionResult, 'With `include=answers`: the latest result; null if it was never completed'),
    ),
  },
  { title: 'InspectionRow', examples: [examples.InspectionRow] },
);
export type InspectionRow = Static<typeof InspectionRow>;

export const InspectionPage = Type.Object(
  {
    inspections: Type.Array(InspectionRow),
    next: Nullable(
      Type.String({ format: 'uuid' }),
      'Send it as `after` to get the next page; null on the last page',
    ),
  },
  { title: 'InspectionPage' },
);
export type InspectionPage = Static<typeof InspectionPage>;

const Text = (pattern: string, description: string, example?: string) =>
  Type.Optional(Type.String({ pattern, description, ...(example !== undefined && { examples: [example] }) }));
const OneOf = <const Option extends string>(options: readonly Option[], description: string) =>
  Type.Optional(Type.Enum([...options], { description }));
const Instant = (condition: string) => InstantFilter(`inspections ${condition}`, '2026-11-01T00:00:00Z');

export const INSPECTION_STATES = ['Active', 'Closed', 'Canceled'] as const;
const STATE_PATTERN = `(${INSPECTION_STATES.join('|')})`;

const filters = {
  state: Text(
    `^${STATE_PATTERN}(,${STATE_PATTERN}){0,2}$`,
    'One or more of Active, Closed and Canceled, separated by commas',
  ),
  teamId: OptionalUuid('ID of a team; returns only its inspections'),
  userId: Text('^\\d{1,15}$', 'The ID of a user; returns inspections by this inspector'),
  itemId: OptionalUuid('ID of an item; returns only inspections of this item'),
  taskId: OptionalUuid('ID of a task; returns its current inspection and its cancelled ones'),
  externalId: Type.Optional(
    ExternalIdFilter('The externalId of a task; exact match. For a deleted task, use `taskId`'),
  ),
  text: Type.Optional(
    SearchTextIn(
      'inspections',
      'title, externalId or description of the task, title, externalId or address of an inspected item, title of the workbook, user name of the inspector, full name of the inspector. In tasks and items, a word of one or two letters or digits must be the start of a word',
    ),
  ),
  failed: Flag('If true, returns inspections with failed answers; if false, those without'),
  approved: Flag('If true, returns inspections that a reviewer has approved; if false, all others'),
  startedFrom: Instant('started at or after'),
  startedTo: Instant('started before'),
  completedFrom: Instant('completed at or after'),
  completedTo: Instant('completed before'),
  changedAfter: Instant('changed after'),
};

export const InspectionListQuery = Query({
  after: OptionalUuid('The `next` of the previous page, or the ID of the last inspection received'),
  limit: pageFields.limit,
  order: OneOf(['newest', 'oldest'], 'Order by start. Default: newest'),
  include: OneOf(['answers'], 'With `answers`, includes the result of each completed inspection'),
  workbookId: OptionalUuid(
    'ID of a workbook version, or of a workbook; returns only inspections with this version, or with any version of the workbook',
  ),
  definitionId: OptionalUuid('ID of a workbook; returns only inspections with any of its versions'),
  ...filters,
});
export type InspectionListQuery = Static<typeof InspectionListQuery>;

const exportFields = {
  headers: OneOf(['names', 'labels'], 'Whether headings and choices contain names or labels. Default: names'),
  language: Text(
    '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    'A language tag, such as en or nl; with `headers=labels`, the language of the labels. Default: en',
    'nl',
  ),
  choices: OneOf(
    ['joined', 'columns'],
    '`joined`: a multiChoice field is one column. `columns`: in addition, each choice has a column with true or false. Default: joined',
  ),
  ...filters,
};

export const ResultsQuery = Query(exportFields);
export type ResultsQuery = Static<typeof ResultsQuery>;

/** A CSV file contains one table: the inspections, or the entries of one repeat. */
export const ResultsCsvQuery = Query({
  ...exportFields,
  repeat: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.name,
      description: 'Name of a repeat; exports its entries instead of the inspections',
    }),
  ),
});
export type ResultsCsvQuery = Static<typeof ResultsCsvQuery>;
