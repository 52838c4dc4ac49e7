import { type Static, Type } from 'typebox';
import { Inspection, Remark } from './inspection.ts';
import { limits } from './limits.ts';
import { ExternalIdSought, pageMembers, SearchTextIn } from './page.ts';

const {
  id,
  taskId,
  externalId,
  title,
  state,
  workbookId,
  workbookTitle,
  workbookVersion,
  teamId,
  teamTitle,
  timeZone,
  userId,
  userName,
  startedAt,
  endedAt,
  completion,
  approvedAt,
  approvedBy,
  revision,
} = Inspection.properties;

/** What was said about one thing, frozen when the inspection was completed. */
const resultOfOne = {
  answers: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Answers to the fields that were relevant, and the values of calculated ones, by field name',
  }),
  remarks: Type.Record(Type.String(), Remark, { description: 'Comments and pictures by field name' }),
  failures: Type.Array(Type.String(), { description: 'Paths of the fields whose answers failed' }),
};

/** The result of the latest completion, whatever has been answered since. */
const InspectionResult = Type.Object(
  {
    completion: Type.Integer({ description: 'Which completion it is of' }),
    completedAt: Type.String(),
    ...resultOfOne,
    items: Type.Array(
      Type.Object({
        itemId: Type.String({ format: 'uuid' }),
        externalId: Type.String(),
        title: Type.String(),
        ...resultOfOne,
      }),
      {
        description: 'One for each inspected item; in an inspection without items the members above tell all',
      },
    ),
  },
  { title: 'InspectionResult' },
);

/** What a list tells of an inspection. */
export const InspectionRow = Type.Object(
  {
    id,
    taskId,
    externalId,
    title,
    state,
    workbookId,
    definitionId: Type.String({ format: 'uuid', description: 'Identifier of the workbook' }),
    workbookTitle,
    workbookVersion,
    teamId,
    teamTitle,
    timeZone,
    userId,
    userName,
    startedAt,
    endedAt,
    completion,
    failedCount: Type.Integer({ description: 'Failed answers of the latest completion' }),
    approvedAt,
    approvedBy,
    revision,
    changedAt: Type.String({ description: 'When it, or the state of its task, last changed' }),
    itemCount: Type.Integer({ description: 'Inspected items; 0: it is about no items' }),
    result: Type.Optional(
      Type.Union([InspectionResult, Type.Null()], {
        description: 'With `include=answers`: the latest result; null as long as it was never completed',
      }),
    ),
  },
  {
    title: 'InspectionRow',
    examples: [
      {
        id: '01997b1c-3f0a-7c31-9d52-8a6d1f4b7e01',
        taskId: '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33',
        externalId: 'WO-1',
        title: 'Inspect the railing',
        state: 'Closed',
        workbookId: '0d9f6a1e-52c7-4b8e-9a30-1f7c2d4e5b60',
        definitionId: '77aa41c2-0b9d-4e5f-8c61-3d2e1f0a9b84',
        workbookTitle: 'Railing check',
        workbookVersion: '1.0.0',
        teamId: '5c1e7d90-6a4b-4f38-b2e5-9d8c7b6a5f41',
        teamTitle: 'Bridges',
        timeZone: 'Europe/Amsterdam',
        userId: 4,
        userName: 'anna',
        startedAt: '2026-03-01T08:00:00.000Z',
        endedAt: '2026-03-01T09:00:00.000Z',
        completion: 1,
        failedCount: 1,
        approvedAt: null,
        approvedBy: null,
        revision: 3,
        changedAt: '2026-03-01T09:00:00.000Z',
        itemCount: 0,
        result: {
          completion: 1,
          completedAt: '2026-03-01T09:00:00.000Z',
          answers: { Height: 0.85, Defects: [{ Kind: 'crack', Width: 3.5 }] },
          remarks: { Height: { text: 'The north side is lower' } },
          failures: ['Height'],
          items: [],
        },
      },
    ],
  },
);

export type InspectionRow = Static<typeof InspectionRow>;

export const InspectionPage = Type.Object(
  {
    inspections: Type.Array(InspectionRow),
    next: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The `after` of the next page; null: there is none',
    }),
  },
  { title: 'InspectionPage' },
);
export type InspectionPage = Static<typeof InspectionPage>;

const Text = (pattern: string, description: string, example?: string) =>
  Type.Optional(Type.String({ pattern, description, ...(example !== undefined && { examples: [example] }) }));
const Uuid = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }));
const OneOf = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Optional(Type.Enum([...words], { description }));
const Flag = (description: string) => OneOf(['true', 'false'], description);
/** What is a date and time is said once, in service/http/instant.ts, and judged there. */
const Instant = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description}; ISO 8601 with zone`,
      examples: ['2026-11-01T00:00:00Z'],
    }),
  );

export const INSPECTION_STATES = ['Active', 'Closed', 'Canceled'] as const;
const ONE_STATE = `(${INSPECTION_STATES.join('|')})`;

/** Which inspections. All that is given must hold. */
const filters = {
  state: Text(`^${ONE_STATE}(,${ONE_STATE}){0,2}$`, 'Active, Closed or Canceled, or several with commas'),
  teamId: Uuid('Of this team'),
  userId: Text('^\\d{1,15}$', 'the number of a user: done by this inspector'),
  itemId: Uuid('That inspected this item'),
  taskId: Uuid('Of this task: the present one and those that were cancelled'),
  externalId: Type.Optional(
    ExternalIdSought('the externalId of a task, exactly; of a task that was deleted, ask by taskId'),
  ),
  text: Type.Optional(
    SearchTextIn(
      'the title or externalId of its task or of an inspected item, the title of its workbook, or a name of its inspector',
    ),
  ),
  failed: Flag('true: with failed answers; false: without any'),
  approved: Flag('true: approved by a reviewer; false: not'),
  startedFrom: Instant('Started then or later'),
  startedTo: Instant('Started earlier'),
  completedFrom: Instant('Completed then or later'),
  completedTo: Instant('Completed earlier'),
  changedAfter: Instant('Changed later'),
};

export const InspectionListQuery = Type.Object(
  {
    after: Uuid('The `next` of the page before, or the id of the last inspection that was received'),
    limit: pageMembers.limit,
    order: OneOf(['newest', 'oldest'], 'Which come first, by the start; newest when absent'),
    include: OneOf(['answers'], 'answers: the result of each completed inspection too'),
    workbookId: Uuid("Of this workbook version; or, by a workbook's id, of any of its versions"),
    definitionId: Uuid('Of any version of this workbook'),
    ...filters,
  },
  { additionalProperties: false },
);
export type InspectionListQuery = Static<typeof InspectionListQuery>;

const exported = {
  headers: OneOf(['names', 'labels'], 'What fields and choices are called; names when absent'),
  language: Text(
    '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    'the tag of a language in which labels are wanted; en when absent',
    'nl',
  ),
  choices: OneOf(
    ['joined', 'columns'],
    'joined: a multiChoice in one column; columns: besides in a column for each choice, true or false; joined when absent',
  ),
  ...filters,
};

/** What goes into a spreadsheet. */
export const ResultsQuery = Type.Object(exported, { additionalProperties: false });
export type ResultsQuery = Static<typeof ResultsQuery>;

/** A file of comma-separated values is one table: of the inspections, or of the entries of a repeat. */
export const ResultsCsvQuery = Type.Object(
  {
    ...exported,
    repeat: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.name,
        description: 'The entries of this repeat instead of the inspections',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ResultsCsvQuery = Static<typeof ResultsCsvQuery>;
