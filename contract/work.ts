import { type Static, Type } from 'typebox';
import { Inspection, Remark } from './inspection.ts';
import { itemMembers } from './item.ts';
import { NextPage, pageMembers } from './page.ts';
import { TaskView } from './task-view.ts';
import { WorkbookDefinition } from './workbook-definition.ts';
import { WorkbookVersion } from './workbook-management.ts';

/** Tasks of a page, and tasks that are asked for by id. */
export const MOST_WORK = 100;
export const MOST_WORK_NAMED = 50;
/** Characters of the attributes of a task's items, and as many of their earlier inspections, beyond which no more come. */
export const WORK_BYTES = 2 * 1024 * 1024;

const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

/** Which work is asked for. */
export const WorkQuery = Type.Object(
  {
    after: pageMembers.after,
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-9]\\d|100)$',
        description: `a whole number from 1 to ${MOST_WORK}, 50 when absent`,
      }),
    ),
    id: Type.Optional(
      Type.String({
        pattern: `^${UUID}(,${UUID}){0,${MOST_WORK_NAMED - 1}}$`,
        description: `ids of at most ${MOST_WORK_NAMED} tasks, separated by commas: these instead of those to be done; all in a page, unless it has become large`,
        examples: ['01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type WorkQuery = Static<typeof WorkQuery>;

/** What was found out about an item the last time. */
const EarlierInspection = Type.Object(
  {
    inspectionId: Type.String({ format: 'uuid' }),
    completedAt: Type.String(),
    userName: Type.String({ description: 'Its inspector' }),
    versionId: Type.String({ format: 'uuid', description: 'The version of the workbook that it filled in' }),
    answers: Type.Record(Type.String(), Type.Unknown()),
    remarks: Type.Record(Type.String(), Remark),
    failures: Type.Array(Type.String(), { description: 'Paths of the fields whose answers failed' }),
  },
  { title: 'EarlierInspection' },
);
export type EarlierInspection = Static<typeof EarlierInspection>;

/** An item as it is needed on the spot. */
const WorkItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    externalId: Type.String(),
    title: Type.String(),
    address: itemMembers.address,
    location: itemMembers.location,
    attributes: itemMembers.attributes,
    earlier: Type.Union([EarlierInspection, Type.Null()], {
      description:
        "The latest completed inspection of the item with the same workbook, whatever its version, in the caller's teams, but for that of this task",
    }),
  },
  { title: 'WorkItem' },
);
export type WorkItem = Static<typeof WorkItem>;

/** A task with all that a device needs to perform it without a network (docs/work.md). */
export const Work = Type.Object(
  {
    task: Type.Object(
      { ...TaskView.properties, items: Type.Array(WorkItem, { description: 'All of them' }) },
      { title: 'WorkTask' },
    ),
    isCut: Type.Boolean({
      description: `Attributes or earlier inspections are left out of further items: before them stood ${WORK_BYTES} bytes`,
    }),
    timeZone: Type.String({ description: 'IANA name of the time zone in which the team works' }),
    language: Type.String({ description: 'Language of the team' }),
    inspection: Type.Union([Inspection, Type.Null()], {
      description: "The caller's own: the one under way; of tasks that are asked for by id the latest",
    }),
  },
  { title: 'Work' },
);
export type Work = Static<typeof Work>;

export const WorkPage = Type.Object(
  {
    work: Type.Array(Work, {
      description: 'In the order of the ids. A page ends early, below `limit`, when it has become large',
    }),
    next: NextPage,
  },
  { title: 'WorkPage' },
);

/** A version of a workbook, to be filled in without a network. */
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
  },
  { title: 'WorkVersion' },
);
export type WorkVersion = Static<typeof WorkVersion>;
