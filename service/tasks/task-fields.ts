import { sql } from 'kysely';
import { TASK_STATES } from '#contract/task.ts';
import type { EntityFields, Field } from '#service/odata/fields.ts';

const field = (type: Field['type'], column: string, options: Partial<Field> = {}): Field => ({
  type,
  nullable: false,
  sql: sql.ref(column),
  ...options,
});
const nullable = { nullable: true };

const team = field('String', 'team.title', {
  joins: ['team'],
  matchesByKey: (title, tenantId) => sql`(task.team_id = any(team_ids_titled(${tenantId}, ${title})))`,
});

/**
 * The task fields available in a query: the fields in the list, except custom properties (decisions T18, O8).
 */
export const taskFields: EntityFields = {
  fields: {
    Id: field('Guid', 'task.task_id'),
    ExternalId: field('String', 'task.external_id'),
    Title: field('String', 'task.title'),
    TeamName: team,
    WorkbookName: field('String', 'workbook.name', {
      joins: ['workbook_version', 'workbook'],
      matchesByKey: (name, tenantId) =>
        sql`(task.workbook_version_id = any(version_ids_of_workbook(${tenantId}, ${name})))`,
    }),
    AssignedUserName: field('String', 'app_user.user_name', {
      nullable: true,
      joins: ['app_user'],
      matchesByKey: (name, tenantId) => sql`(task.assigned_user_id = user_id_named(${tenantId}, ${name}))`,
      isAbsent: sql`(task.assigned_user_id is null)`,
    }),
    Description: field('String', 'task.description', nullable),
    StartDate: field('DateTime', 'task.start_date', nullable),
    DueDate: field('DateTime', 'task.due_date', nullable),
    ItemsToInspect: { type: 'List' },
    // Decision O10.
    State: {
      type: 'String',
      nullable: false,
      sql: sql`(array[${sql.join(TASK_STATES.map((state) => sql.lit(state)))}])[task.state + 1]`,
      codes: { sql: sql.ref('task.state'), names: TASK_STATES },
    },
    InspectionId: field('Guid', 'task.inspection_id', nullable),
    WorkbookId: field('Guid', 'task.workbook_version_id'),
    WorkbookTitle: field('String', 'workbook_version.title', {
      joins: ['workbook_version'],
      matchesByKey: (title, tenantId) =>
        sql`(task.workbook_version_id = any(version_ids_titled(${tenantId}, ${title})))`,
    }),
    WorkbookVersionCode: field('Int32', 'workbook_version.version_code', { joins: ['workbook_version'] }),
    AssignedUserId: field('Int64', 'task.assigned_user_id', nullable),
    WorkAreaId: field('Guid', 'task.team_id'),
    WorkAreaTitle: team,
    // All tasks in the list are published, and none are deleted (contract, Task rule 1).
    IsPublished: { type: 'Boolean', nullable: false, sql: sql`true::boolean` },
    IsDeleted: { type: 'Boolean', nullable: false, sql: sql`false::boolean` },
    ActualStart: field('DateTime', 'task.actual_start', nullable),
    ActualEnd: field('DateTime', 'task.actual_end', nullable),
    SentDate: field('DateTime', 'task.sent_date', nullable),
    CreationTime: field('DateTime', 'task.created_at'),
    LastModificationTime: field('DateTime', 'task.modified_at'),
  },
  id: 'Id',
  defaultOrder: 'CreationTime',
  hasCustomProperties: true,
};
