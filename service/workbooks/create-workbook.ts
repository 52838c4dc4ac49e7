import type { ManagedWorkbook, NewWorkbook } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { resolveContentType } from './resolve-content-type.ts';
import { workbookNameTaken } from './workbook-problems.ts';

export const createWorkbook = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  {
    workbookId,
    name,
    title,
    contentType = null,
    expectedMinutes = null,
  }: NewWorkbook & { workbookId: string },
): Promise<ManagedWorkbook> => {
  const scope = requireScope(actor, 'Workbooks.Manage');
  const contentTypeId = await resolveContentType(trx, scope.tenantId, contentType);
  const insertedRows = await run(
    trx,
    `insert into workbook (tenant_id, workbook_id, name, title, content_type_id, expected_minutes)
     values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning workbook_id`,
    [scope.tenantId, workbookId, name, title ?? name, contentTypeId, expectedMinutes],
  );
  if (insertedRows.length === 0) throw workbookNameTaken(name);
  await recordAudit(trx, actor, {
    kind: 'workbook.created',
    target: { type: 'workbook', id: workbookId, name },
  });
  return readWorkbook(trx, scope, workbookId);
};
