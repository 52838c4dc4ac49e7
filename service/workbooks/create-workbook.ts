import type { ManagedWorkbook, NewWorkbook } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { resolveContentType } from './resolve-content-type.ts';
import { workbookNameTaken } from './workbook-problems.ts';

/** Creates a workbook without versions. Its first version is published from its draft. */
export const createWorkbook = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    workbookId,
    name,
    title,
    contentType = null,
    expectedMinutes = null,
  }: NewWorkbook & { workbookId: string },
): Promise<ManagedWorkbook> => {
  const scope = scopeOf(actor, 'Workbooks.Manage');
  const contentTypeId = await resolveContentType(trx, scope.tenantId, contentType);
  const created = await run(
    trx,
    `insert into workbook (tenant_id, workbook_id, name, title, content_type_id, expected_minutes)
     values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning workbook_id`,
    [scope.tenantId, workbookId, name, title ?? name, contentTypeId, expectedMinutes],
  );
  if (created.length === 0) throw workbookNameTaken(name);
  return readWorkbook(trx, scope, workbookId);
};
