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

/** New tasks cannot use a deleted version; existing tasks keep it (decision G5). */
export const deleteVersion = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { matchesTag, ...ids }: VersionIds & { matchesTag: Precondition },
): Promise<WorkbookVersion> => {
  const lockResult = await lockVersion(trx, actor, ids);
  const { versionCode, revision, isDeleted } = lockResult.version;
  if (!matchesTag(formatEntityTag(revision))) throw versionOutdated(versionCode, revision);
  return isDeleted ? lockResult.version : setDeleted(trx, actor, lockResult, true);
};

/** If a version was published when it was deleted, it is published again. */
export const restoreVersion = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  ids: VersionIds,
): Promise<WorkbookVersion> => {
  const lockResult = await lockVersion(trx, actor, ids);
  return lockResult.version.isDeleted ? setDeleted(trx, actor, lockResult, false) : lockResult.version;
};

const setDeleted = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { key, version, name }: Awaited<ReturnType<typeof lockVersion>>,
  isDeleted: boolean,
): Promise<WorkbookVersion> => {
  await run(
    trx,
    `update workbook_version
     set is_deleted = $3, deleted_at = ${isDeleted ? 'now()' : 'null'}, deleted_by = $4, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [key.tenantId, key.versionId, isDeleted, isDeleted ? actor.userId : null],
  );
  await recordAudit(trx, actor, {
    kind: isDeleted ? 'workbook.version-deleted' : 'workbook.version-restored',
    target: { type: 'workbook', id: key.workbookId, name },
    details: { version: version.version },
  });
  return readVersion(trx, key);
};

const lockVersion = async (trx: DatabaseTransaction, actor: AuditedActor, ids: VersionIds) => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const key = { tenantId, ...ids };
  const { name } = await lockWorkbook(trx, tenantId, key.workbookId);
  return { key, name, version: await readVersion(trx, key) };
};
