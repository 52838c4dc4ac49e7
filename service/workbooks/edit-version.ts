import type { WorkbookVersion, WorkbookVersionPatch } from '#contract/workbook-management.ts';
import { recordWorkChange } from '#service/changes/record-work-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readVersion } from './managed-version-queries.ts';
import { lockWorkbook } from './managed-workbook-queries.ts';
import { versionDeleted, versionOutdated } from './workbook-problems.ts';

/**
 * Changes title, description and publication of a version. Tasks keep their version, even if it is no longer published.
 */
export const editVersion = async (
  trx: DatabaseTransaction,
  author: Author,
  {
    patch,
    isExpected,
    ...named
  }: { workbookId: string; versionId: string; patch: WorkbookVersionPatch; isExpected: Precondition },
): Promise<WorkbookVersion> => {
  const { tenantId } = scopeOf(author, 'Workbooks.Manage');
  const place = { tenantId, ...named };
  const { name } = await lockWorkbook(trx, tenantId, place.workbookId);
  const before = await readVersion(trx, place);
  if (!isExpected(entityTagOf(before.revision))) throw versionOutdated(before.versionCode, before.revision);
  if (before.isDeleted) throw versionDeleted(before.versionCode);
  const after = { ...before, ...patch };
  const members = ['title', 'description', 'isPublished'] as const;
  if (members.every((member) => after[member] === before[member])) return before;
  await run(
    trx,
    `update workbook_version set title = $3, description = $4, is_published = $5, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [tenantId, place.versionId, after.title, after.description, after.isPublished],
  );
  if (after.title !== before.title) {
    await recordWorkChange(trx, tenantId, { column: 'workbook_version_id', id: place.versionId });
  }
  await recordAudit(trx, author, {
    kind: 'workbook.version-edited',
    target: { type: 'workbook', id: place.workbookId, name },
    details: {
      version: before.version,
      changed: members.filter((member) => after[member] !== before[member]),
      isPublished: after.isPublished,
    },
  });
  return readVersion(trx, place);
};
