import type { WorkbookVersion } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readVersion } from './managed-version-queries.ts';
import { lockWorkbook } from './managed-workbook-queries.ts';
import { versionOutdated } from './workbook-problems.ts';

type VersionIds = { workbookId: string; versionId: string };

/** Marks a version as deleted. New tasks cannot use it, and existing tasks keep it (decision G5). */
export const deleteVersion = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { matchesTag, ...ids }: VersionIds & { matchesTag: Precondition },
): Promise<WorkbookVersion> => {
  const { key, version, target, details } = await lockVersion(trx, actor, ids);
  if (!matchesTag(formatEntityTag(version.revision)))
    throw versionOutdated(version.versionCode, version.revision);
  if (version.isDeleted) return version;
  await run(
    trx,
    `update workbook_version set is_deleted = true, deleted_at = now(), deleted_by = $3, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [key.tenantId, key.versionId, actor.userId],
  );
  await recordAudit(trx, actor, { kind: 'workbook.version-deleted', target, details });
  return readVersion(trx, key);
};

/** Restores a deleted version. It is published again if it was before. */
export const restoreVersion = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  ids: VersionIds,
): Promise<WorkbookVersion> => {
  const { key, version, target, details } = await lockVersion(trx, actor, ids);
  if (!version.isDeleted) return version;
  await run(
    trx,
    `update workbook_version set is_deleted = false, deleted_at = null, deleted_by = null, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [key.tenantId, key.versionId],
  );
  await recordAudit(trx, actor, { kind: 'workbook.version-restored', target, details });
  return readVersion(trx, key);
};

const lockVersion = async (trx: DatabaseTransaction, actor: AuditedActor, ids: VersionIds) => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const key = { tenantId, ...ids };
  const { name } = await lockWorkbook(trx, tenantId, key.workbookId);
  const target = { type: 'workbook', id: key.workbookId, name } as const;
  const version = await readVersion(trx, key);
  return { key, version, target, details: { version: version.version } };
};
