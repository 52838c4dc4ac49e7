import type { DraftContent } from '#contract/workbook-draft.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { lockWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import { draftGone, draftOutdated, draftThere, draftUnconditional } from './draft-problems.ts';
import { type DraftStamp, findDraftStamp, writeDraft } from './draft-queries.ts';

/** What a caller believes of the draft: that it is in a state they read, or that there is none. */
export type Expectation = { isExpected: Precondition } | 'none' | undefined;

const CONTENT = 'select $4::text as title, $5::text as description, $6::jsonb as fields';

/** Keeps a draft, finished or not, if nobody else changed it since it was read. */
export const saveDraft = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    workbookId,
    content,
    expectation,
  }: { workbookId: string; content: DraftContent; expectation: Expectation },
): Promise<{ stamp: DraftStamp; isNew: boolean }> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  await lockWorkbook(trx, tenantId, workbookId);
  const before = await findDraftStamp(trx, tenantId, workbookId);
  refuseUnlessExpected(before, expectation);
  await run(trx, writeDraft(CONTENT), [
    tenantId,
    workbookId,
    actor.userId,
    content.title ?? null,
    content.description ?? null,
    JSON.stringify(content.fields),
  ]);
  const stamp = await findDraftStamp(trx, tenantId, workbookId);
  return { stamp: stamp!, isNew: before === undefined };
};

const refuseUnlessExpected = (before: DraftStamp | undefined, expectation: Expectation) => {
  if (expectation === undefined) throw draftUnconditional();
  if (expectation === 'none') {
    if (before) throw draftThere(before);
  } else if (!before) throw draftGone();
  else if (!expectation.isExpected(entityTagOf(before.revision))) throw draftOutdated(before);
};
