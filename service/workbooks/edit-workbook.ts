import { isDeepStrictEqual } from 'node:util';
import type { ManagedWorkbook, WorkbookPatch } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findViolatedConstraint } from '#service/database/database-failure.ts';
import { run } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { lockWorkbook, readWorkbook } from './managed-workbook-queries.ts';
import { resolveContentType } from './resolve-content-type.ts';
import { workbookNameTaken, workbookOutdated } from './workbook-problems.ts';

/** Versions keep their titles, and tasks keep their items. */
export const editWorkbook = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { workbookId, patch, matchesTag }: { workbookId: string; patch: WorkbookPatch; matchesTag: Precondition },
): Promise<ManagedWorkbook> => {
  const scope = requireScope(actor, 'Workbooks.Manage');
  const { tenantId } = scope;
  const current = await lockWorkbook(trx, tenantId, workbookId);
  if (!matchesTag(formatEntityTag(current.revision))) throw workbookOutdated(current.name, current.revision);
  const { name = current.name, title = current.title } = patch;
  const { expectedMinutes: expected_minutes = current.expected_minutes } = patch;
  const content_type_id =
    patch.contentType === undefined
      ? current.content_type_id
      : await resolveContentType(trx, tenantId, patch.contentType);
  const edited = { ...current, name, title, content_type_id, expected_minutes };
  if (!isDeepStrictEqual(edited, current)) {
    try {
      await run(
        trx,
        `update workbook set name = $3, title = $4, content_type_id = $5, expected_minutes = $6,
           revision = revision + 1
         where tenant_id = $1 and workbook_id = $2`,
        [tenantId, workbookId, name, title, content_type_id, expected_minutes],
      );
    } catch (error) {
      throw findViolatedConstraint(error) === 'workbook_name_key' ? workbookNameTaken(name) : error;
    }
    await recordAudit(trx, actor, {
      kind: 'workbook.edited',
      target: { type: 'workbook', id: workbookId, name },
      details: { changed: Object.keys(patch) },
    });
  }
  return readWorkbook(trx, scope, workbookId);
};
