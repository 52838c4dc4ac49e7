import { type Static, Type } from 'typebox';
import { AnswerComment, Inspection } from './inspection.ts';
import { itemFields } from './item.ts';
import { Nullable } from './nullable.ts';
import { NextPage, pageFields } from './page.ts';
import { Query } from './query.ts';
import { TaskView } from './task-view.ts';
import { WorkbookDefinition } from './workbook-definition.ts';
import { WorkbookVersion } from './workbook-management.ts';

const MAX_WORK_IDS = 50;
/** Caps the bytes of a task's item attributes and, separately, of the items' previous inspections. */
export const WORK_BYTES = 2 * 1024 * 1024;

const UUID_PATTERN = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

export const WorkQuery = Query({
  after: pageFields.after,
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|100)$',
      description: 'A whole number from 1 to 100; default: 50',
    }),
  ),
  id: Type.Optional(
    Type.String({
      pattern: `^${UUID_PATTERN}(,${UUID_PATTERN}){0,${MAX_WORK_IDS - 1}}$`,
      description: `IDs of at most ${MAX_WORK_IDS} tasks, separated by commas; returns these tasks instead of the work list, in one page unless it is too large`,
      examples: ['01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33'],
    }),
  ),
});
export type WorkQuery = Static<typeof WorkQuery>;

const PreviousInspection = Type.Object(
  {
    inspectionId: Type.String({ format: 'uuid' }),
    completedAt: Type.String(),
    userName: Type.String({ description: 'User name of the inspector' }),
    name: Type.String({ description: 'First name of the inspector' }),
    surname: Type.String({ description: 'Surname of the inspector' }),
    versionId: Type.String({ format: 'uuid', description: 'ID of the workbook version' }),
    answers: Type.Record(Type.String(), Type.Unknown()),
    comments: Type.Record(Type.String(), AnswerComment),
    failures: Type.Array(Type.String(), { description: 'Paths of the fields whose answers failed' }),
  },
  { title: 'PreviousInspection' },
);

const WorkItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    externalId: Type.String(),
    title: Type.String(),
    address: itemFields.address,
    location: itemFields.location,
    attributes: itemFields.attributes,
    previousInspection: Nullable(
      PreviousInspection,
      "The item's latest completed inspection with any version of the same workbook, in the caller's teams and not for this task; null if there is none",
    ),
  },
  { title: 'WorkItem' },
);
export type WorkItem = Static<typeof WorkItem>;

/** See docs/integrate/work.md. */
export const Work = Type.Object(
  {
    task: Type.Object(
      { ...TaskView.properties, items: Type.Array(WorkItem, { description: "All of the task's items" }) },
      { title: 'WorkTask' },
    ),
    isTruncated: Type.Boolean({
      description: `Whether later items have no attributes or no previous inspection, because either has reached its limit of ${WORK_BYTES / 1024 / 1024} MiB`,
    }),
    timeZone: Type.String({ description: 'IANA time zone of the team' }),
    language: Type.String({ description: 'Language of the team' }),
    inspection: Nullable(
      Inspection,
      "The caller's inspection in progress; for tasks requested by ID, the caller's latest inspection",
    ),
  },
  { title: 'Work' },
);
export type Work = Static<typeof Work>;

export const WorkPage = Type.Object(
  {
    work: Type.Array(Work, {
      description: 'Sorted by task ID. If the tasks are large, the page may contain fewer than `limit`',
    }),
    next: NextPage,
  },
  { title: 'WorkPage' },
);
export type WorkPage = Static<typeof WorkPage>;

export const WorkVersion = Type.Object(
  {
    id: WorkbookVersion.properties.id,
    definitionId: WorkbookVersion.properties.definitionId,
    version: WorkbookVersion.properties.version,
    versionCode: WorkbookVersion.properties.versionCode,
    title: WorkbookVersion.properties.title,
    description: WorkbookVersion.properties.description,
    revision: WorkbookVersion.properties.revision,
    fields: WorkbookDefinition.properties.fields,
    workbookTitles: Type.Record(Type.String(), Type.String(), {
      description: 'Titles of the workbooks used for follow-up tasks, by their name in `followUp.workbook`',
    }),
  },
  { title: 'WorkVersion' },
);
export type WorkVersion = Static<typeof WorkVersion>;
