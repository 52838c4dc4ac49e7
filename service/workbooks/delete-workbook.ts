import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { lockAssociations } from './association-queries.ts';
import { lockWorkbook } from './managed-workbook-queries.ts';
import { workbookHasVersions, workbookOutdated } from './workbook-problems.ts';

const COUNT_VERSIONS = statement('count-versions')`
  select count(*) from workbook_version where tenant_id = $1 and workbook_id = $2`;

export const deleteWorkbook = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { workbookId, matchesTag }: { workbookId: string; matchesTag: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  await lockAssociations(trx, tenantId);
  const { name, revision } = await lockWorkbook(trx, tenantId, workbookId);
  if (!matchesTag(formatEntityTag(revision))) throw workbookOutdated(name, revision);
  const values = [tenantId, workbookId];
  const { count } = await readRow(trx, COUNT_VERSIONS, values);
  if (count > 0) throw workbookHasVersions(name, count);
  await run(trx, 'delete from workbook_draft where tenant_id = $1 and workbook_id = $2', values);
  await run(trx, 'delete from team_workbook where tenant_id = $1 and workbook_id = $2', values);
  await run(trx, 'delete from workbook where tenant_id = $1 and workbook_id = $2', values);
  await recordAudit(trx, actor, {
    kind: 'workbook.deleted',
    target: { type: 'workbook', id: workbookId, name },
  });
};
