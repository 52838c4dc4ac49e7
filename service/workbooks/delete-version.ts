import type { WorkbookVersion } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { readVersion } from './managed-version-queries.ts';
import { lockWorkbook } from './managed-workbook-queries.ts';
import { versionOutdated } from './workbook-problems.ts';

type NamedVersion = { workbookId: string; versionId: string };

/** Marks a version as deleted. New tasks do not use it; existing ones keep it (decision G5). */
export const deleteVersion = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { isExpected, ...named }: NamedVersion & { isExpected: Precondition },
): Promise<WorkbookVersion> => {
  const { place, version } = await lockVersion(trx, actor, named);
  if (!isExpected(entityTagOf(version.revision)))
    throw versionOutdated(version.versionCode, version.revision);
  if (version.isDeleted) return version;
  await run(
    trx,
    `update workbook_version set is_deleted = true, deleted_at = now(), deleted_by = $3, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [place.tenantId, place.versionId, actor.userId],
  );
  return readVersion(trx, place);
};

/** Restores a deleted version. It is published if it was before. */
export const restoreVersion = async (
  trx: DatabaseTransaction,
  actor: Actor,
  named: NamedVersion,
): Promise<WorkbookVersion> => {
  const { place, version } = await lockVersion(trx, actor, named);
  if (!version.isDeleted) return version;
  await run(
    trx,
    `update workbook_version set is_deleted = false, deleted_at = null, deleted_by = null, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [place.tenantId, place.versionId],
  );
  return readVersion(trx, place);
};

const lockVersion = async (trx: DatabaseTransaction, actor: Actor, named: NamedVersion) => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  const place = { tenantId, ...named };
  await lockWorkbook(trx, tenantId, place.workbookId);
  return { place, version: await readVersion(trx, place) };
};
