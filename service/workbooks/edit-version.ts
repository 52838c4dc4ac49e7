import type { WorkbookVersion, WorkbookVersionPatch } from '#contract/workbook-management.ts';
import { recordWorkChange } from '#service/changes/record-work-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readVersion } from './managed-version-queries.ts';
import { lockWorkbook } from './managed-workbook-queries.ts';
import { versionDeleted, versionOutdated } from './workbook-problems.ts';

/** Tasks keep their version even once it is unpublished. */
export const editVersion = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  {
    patch,
    matchesTag,
    ...ids
  }: { workbookId: string; versionId: string; patch: WorkbookVersionPatch; matchesTag: Precondition },
): Promise<WorkbookVersion> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const key = { tenantId, ...ids };
  const { name } = await lockWorkbook(trx, tenantId, key.workbookId);
  const current = await readVersion(trx, key);
  if (!matchesTag(formatEntityTag(current.revision)))
    throw versionOutdated(current.versionCode, current.revision);
  if (current.isDeleted) throw versionDeleted(current.versionCode);
  const edited = { ...current, ...patch };
  const properties = ['title', 'description', 'isPublished'] as const;
  if (properties.every((property) => edited[property] === current[property])) return current;
  await run(
    trx,
    `update workbook_version set title = $3, description = $4, is_published = $5, revision = revision + 1
     where tenant_id = $1 and version_id = $2`,
    [tenantId, key.versionId, edited.title, edited.description, edited.isPublished],
  );
  if (edited.title !== current.title) {
    await recordWorkChange(trx, tenantId, { column: 'workbook_version_id', id: key.versionId });
  }
  await recordAudit(trx, actor, {
    kind: 'workbook.version-edited',
    target: { type: 'workbook', id: key.workbookId, name },
    details: {
      version: current.version,
      changed: properties.filter((property) => edited[property] !== current[property]),
      isPublished: edited.isPublished,
    },
  });
  return readVersion(trx, key);
};
