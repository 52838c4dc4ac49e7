import type { DatabaseTransaction } from '#service/database/connect.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { lockWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import { draftGone, draftOutdated } from './draft-problems.ts';
import { clearDraft, findDraftStamp } from './draft-queries.ts';

/** Discards a draft, unless it has changed since the caller read it. */
export const discardDraft = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { workbookId, isExpected }: { workbookId: string; isExpected: Precondition },
): Promise<void> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  await lockWorkbook(trx, tenantId, workbookId);
  const draft = await findDraftStamp(trx, tenantId, workbookId);
  if (!draft) throw draftGone();
  if (!isExpected(entityTagOf(draft.revision))) throw draftOutdated(draft);
  await clearDraft(trx, { tenantId, workbookId, userId: actor.userId });
};
