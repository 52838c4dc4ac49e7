import type { WorkbookVersion } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readVersion } from './managed-version-queries.ts';
import { lockWorkbook } from './managed-workbook-queries.ts';
import { versionOutdated } from './workbook-problems.ts';

type NamedVersion = { workbookId: string; versionId: string };

/** Marks a version as deleted. New tasks do not use it; existing ones keep it (decision G5). */
export const deleteVersion = async (
  trx: DatabaseTransaction,
  author: Author,
  { isExpected, ...named }: NamedVersion & { isExpected: Precondition },
): Promise<WorkbookVersion> => {
  const { place, version, target } = await lockVersion(trx, author, named);
  if (!isExpected(entityTagOf(version.revision)))
    throw versionOutdated(version.versionCode, version.revision);
  if (version.isDeleted) return version;
  await run(
    trx,
    `update workbook_version set is_deleted = true, deleted_at = now(), deleted_by = $3, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [place.tenantId, place.versionId, author.userId],
  );
  await recordAudit(trx, author, {
    kind: 'workbook.version-deleted',
    target,
    details: { version: version.version },
  });
  return readVersion(trx, place);
};

/** Restores a deleted version. It is published if it was before. */
export const restoreVersion = async (
  trx: DatabaseTransaction,
  author: Author,
  named: NamedVersion,
): Promise<WorkbookVersion> => {
  const { place, version, target } = await lockVersion(trx, author, named);
  if (!version.isDeleted) return version;
  await run(
    trx,
    `update workbook_version set is_deleted = false, deleted_at = null, deleted_by = null, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [place.tenantId, place.versionId],
  );
  await recordAudit(trx, author, {
    kind: 'workbook.version-restored',
    target,
    details: { version: version.version },
  });
  return readVersion(trx, place);
};

const lockVersion = async (trx: DatabaseTransaction, author: Author, named: NamedVersion) => {
  const { tenantId } = scopeOf(author, 'Workbooks.Manage');
  const place = { tenantId, ...named };
  const { name } = await lockWorkbook(trx, tenantId, place.workbookId);
  const target = { type: 'workbook', id: place.workbookId, name } as const;
  return { place, version: await readVersion(trx, place), target };
};
