import type { WorkVersion } from '#contract/work.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import type { SerializedResult } from '#service/identity/operations.ts';
import { listFollowUps, listTitlesByName } from '#service/workbooks/follow-ups.ts';
import { parseFields } from '#service/workbooks/parse-fields.ts';
import { serialiseWithFields } from '#service/workbooks/with-fields.ts';
import { versionNotFound } from '#service/workbooks/workbook-problems.ts';

/** Includes unpublished and deleted versions: tasks keep their version. */
const READ_VERSION = statement('read-work-version')`
  select version_id as id, workbook_id as "definitionId", version, version_code as "versionCode", title, description,
         revision, fields::text
  from workbook_version as version
  where tenant_id = $1 and version_id = $2 and (
    $3::uuid[] is null
    or exists (select from team_workbook
               where tenant_id = $1 and workbook_id = version.workbook_id and team_id = any($3::uuid[]))
    or exists (select from task
               where tenant_id = $1 and workbook_version_id = $2 and team_id = any($3::uuid[]) and not is_deleted)
    or exists (select from inspection where tenant_id = $1 and workbook_version_id = $2 and user_id = $4))`.narrow<{
  fields: string;
}>();

export const readWorkVersion = async (
  db: Database,
  actor: Actor,
  versionId: string,
): Promise<SerializedResult> => {
  const { tenantId, teamIds } = requireScope(actor, 'Tasks.Perform');
  if (!isUuid(versionId)) throw versionNotFound(versionId);
  const [row] = await run(db, READ_VERSION, [tenantId, versionId, teamIds, actor.userId]);
  if (!row) throw versionNotFound(versionId);
  const { fields, ...version } = row;
  const followUps = listFollowUps(await parseFields<WorkVersion['fields']>(fields));
  return serialiseWithFields(
    { ...version, workbookTitles: await listTitlesByName(db, tenantId, followUps) },
    fields,
  );
};
