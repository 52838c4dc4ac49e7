import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { readVersion } from '#service/workbooks/managed-version-queries.ts';
import { lockWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import { draftAlreadyExists } from './draft-problems.ts';
import { type DraftStamp, findDraftStamp, writeDraft } from './draft-queries.ts';

const CONTENT = `
  select title, description, fields from workbook_version where tenant_id = $1 and workbook_id = $2 and version_id = $4`;

/** Creates a draft from a version, which can be deleted. Throws if there is already a draft. */
export const createDraftFromVersion = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { workbookId, fromVersion }: { workbookId: string; fromVersion: string },
): Promise<DraftStamp> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  await lockWorkbook(trx, tenantId, workbookId);
  const { id: versionId } = await readVersion(trx, { tenantId, workbookId, versionId: fromVersion });
  const existing = await findDraftStamp(trx, tenantId, workbookId);
  if (existing) throw draftAlreadyExists(existing);
  await run(trx, writeDraft(CONTENT), [tenantId, workbookId, actor.userId, versionId]);
  return (await findDraftStamp(trx, tenantId, workbookId))!;
};
