import { sql } from 'kysely';
import { TASK_STATES } from '#contract/task.ts';
import type { EntityFields, Field } from '#service/odata/fields.ts';
import { assignedUserKey, teamKey, workbookKey, workbookTitleKey } from './related-keys.ts';
import {
  tasksByState,
  teamsById,
  teamsByTitle,
  usersById,
  usersByName,
  versionsById,
  versionsByTitle,
  versionsByWorkbookName,
} from './task-groups.ts';

const createField = (type: Field['type'], column: string, options: Partial<Field> = {}): Field => ({
  type,
  nullable: false,
  sql: sql.ref(column),
  ...options,
});
const NULLABLE = { nullable: true };

/** The expression in task_text_index. */
const searchText = sql`lower(
  (task.external_id || ' ' || task.title || ' ' || coalesce(task.description, '')) collate "default")`;

const team = createField('String', 'team.title', {
  joins: ['team'],
  key: teamKey,
  groups: teamsByTitle,
});

/** All list fields except custom properties (decisions T18, O8). */
export const taskFields: EntityFields = {
  fields: {
    Id: createField('Guid', 'task.task_id'),
    ExternalId: createField('String', 'task.external_id', { searchText }),
    Title: createField('String', 'task.title', { searchText }),
    TeamName: team,
    WorkbookName: createField('String', 'workbook.name', {
      joins: ['workbook_version', 'workbook'],
      key: workbookKey,
      groups: versionsByWorkbookName,
    }),
    AssignedUserName: createField('String', 'app_user.user_name', {
      nullable: true,
      joins: ['app_user'],
      key: assignedUserKey,
      groups: usersByName,
      isAbsent: sql`(task.assigned_user_id is null)`,
    }),
    Description: createField('String', 'task.description', { ...NULLABLE, searchText }),
    StartDate: createField('DateTime', 'task.start_date', NULLABLE),
    DueDate: createField('DateTime', 'task.due_date', NULLABLE),
    ItemsToInspect: { type: 'List' },
    // Decision O10.
    State: {
      type: 'String',
      nullable: false,
      sql: sql`(array[${sql.join(TASK_STATES.map((state) => sql.lit(state)))}])[task.state + 1]`,
      codes: { sql: sql.ref('task.state'), names: TASK_STATES },
      groups: tasksByState,
    },
    InspectionId: createField('Guid', 'task.inspection_id', NULLABLE),
    WorkbookId: createField('Guid', 'task.workbook_version_id', { groups: versionsById }),
    WorkbookTitle: createField('String', 'workbook_version.title', {
      joins: ['workbook_version'],
      key: workbookTitleKey,
      groups: versionsByTitle,
    }),
    WorkbookVersionCode: createField('Int32', 'workbook_version.version_code', {
      joins: ['workbook_version'],
    }),
    AssignedUserId: createField('Int64', 'task.assigned_user_id', { ...NULLABLE, groups: usersById }),
    WorkAreaId: createField('Guid', 'task.team_id', { groups: teamsById }),
    WorkAreaTitle: team,
    // All listed tasks are published, and none are deleted (contract, Task rule 1).
    IsPublished: { type: 'Boolean', nullable: false, sql: sql`true::boolean` },
    IsDeleted: { type: 'Boolean', nullable: false, sql: sql`false::boolean` },
    ActualStart: createField('DateTime', 'task.actual_start', NULLABLE),
    ActualEnd: createField('DateTime', 'task.actual_end', NULLABLE),
    SentDate: createField('DateTime', 'task.sent_date', NULLABLE),
    CreationTime: createField('DateTime', 'task.created_at'),
    LastModificationTime: createField('DateTime', 'task.modified_at'),
  },
  id: 'Id',
  defaultOrder: 'CreationTime',
  hasCustomProperties: true,
};
