import { sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';
import { run, type Statement, statement } from '#service/database/statement.ts';
import type { KeyId, RelatedKey } from '#service/odata/fields.ts';
import { resolveKeys } from '#service/odata/resolve-keys.ts';
import type { TypedExpression } from '#service/odata/typed-expression.ts';

/* The IDs of teams, people and workbook versions that are named in OData filters. */

const FIND_TEAMS_TITLED = statement('find-teams-titled')`
  select team_id as id, title as name from team
  where tenant_id = $1 and title = any($2::text[])
    and lower(title) = any(array(select lower(wanted) from unnest($2::text[]) as wanted))`;

const FIND_USERS_NAMED = statement('find-users-named')`
  select user_id as id, user_name as name from app_user
  where tenant_id = $1 and user_name = any($2::text[])
    and lower(user_name) = any(array(select lower(wanted) from unnest($2::text[]) as wanted))`;

const FIND_VERSIONS_OF_WORKBOOKS = statement('find-versions-of-workbooks')`
  select version_id as id, workbook.name from workbook
  join workbook_version on workbook_version.tenant_id = $1 and workbook_version.workbook_id = workbook.workbook_id
  where workbook.tenant_id = $1 and workbook.name = any($2::text[])
    and lower(workbook.name) = any(array(select lower(wanted) from unnest($2::text[]) as wanted))`;

const FIND_VERSIONS_TITLED = statement('find-versions-titled')`
  select version_id as id, title as name from workbook_version where tenant_id = $1 and title = any($2::text[])`;

const VERSION_COLUMN = sql.ref('task.workbook_version_id');

export const teamKey: RelatedKey = { column: sql.ref('task.team_id'), type: 'Guid' };
export const assignedUserKey: RelatedKey = { column: sql.ref('task.assigned_user_id'), type: 'Int64' };
export const workbookKey: RelatedKey = { column: VERSION_COLUMN, type: 'Guid' };
export const workbookTitleKey: RelatedKey = { column: VERSION_COLUMN, type: 'Guid' };

const STATEMENTS = new Map<RelatedKey, Statement<{ id: KeyId; name: string }>>([
  [teamKey, FIND_TEAMS_TITLED],
  [assignedUserKey, FIND_USERS_NAMED],
  [workbookKey, FIND_VERSIONS_OF_WORKBOOKS],
  [workbookTitleKey, FIND_VERSIONS_TITLED],
]);

export const resolveTaskFilter = (
  db: Database,
  tenantId: number,
  filter: TypedExpression,
): Promise<TypedExpression> =>
  resolveKeys(filter, (key, names) => run(db, STATEMENTS.get(key)!, [tenantId, names]));
