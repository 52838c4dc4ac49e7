import type { DraftContent } from '#contract/workbook-draft.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { readVersion } from '#service/workbooks/managed-version-queries.ts';
import { lockWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import {
  draftAlreadyExists,
  draftDeleted,
  draftExists,
  draftOutdated,
  missingPrecondition,
} from './draft-problems.ts';
import { buildDraftUpsert, clearDraft, type DraftMetadata, findDraftMetadata } from './draft-queries.ts';

/** With `none`, the caller expects that there is no draft yet. */
export type Expectation = { matchesTag: Precondition } | 'none' | undefined;

const NEW_CONTENT = 'select $4::text as title, $5::text as description, $6::jsonb as fields';

type DraftSave = {
  workbookId: string;
  content: Omit<DraftContent, 'fields'> & { fields: string };
  expectation: Expectation;
};

export const saveDraft = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { workbookId, content, expectation }: DraftSave,
): Promise<{ metadata: DraftMetadata; isNew: boolean }> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  await lockWorkbook(trx, tenantId, workbookId);
  const current = await findDraftMetadata(trx, tenantId, workbookId);
  requireExpectation(current, expectation);
  await run(trx, buildDraftUpsert(NEW_CONTENT), [
    tenantId,
    workbookId,
    actor.userId,
    content.title ?? null,
    content.description ?? null,
    content.fields,
  ]);
  const metadata = await findDraftMetadata(trx, tenantId, workbookId);
  return { metadata: metadata!, isNew: current === undefined };
};

const requireExpectation = (current: DraftMetadata | undefined, expectation: Expectation) => {
  if (expectation === undefined) throw missingPrecondition();
  if (expectation === 'none') {
    if (current) throw draftExists(current);
  } else if (!current) throw draftDeleted();
  else if (!expectation.matchesTag(formatEntityTag(current.revision))) throw draftOutdated(current);
};

const VERSION_CONTENT = `
  select title, description, fields from workbook_version where tenant_id = $1 and workbook_id = $2 and version_id = $4`;

/** Also accepts deleted versions. Throws if a draft already exists. */
export const createDraftFromVersion = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { workbookId, fromVersion }: { workbookId: string; fromVersion: string },
): Promise<DraftMetadata> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  await lockWorkbook(trx, tenantId, workbookId);
  const { id: versionId } = await readVersion(trx, { tenantId, workbookId, versionId: fromVersion });
  const existing = await findDraftMetadata(trx, tenantId, workbookId);
  if (existing) throw draftAlreadyExists(existing);
  await run(trx, buildDraftUpsert(VERSION_CONTENT), [tenantId, workbookId, actor.userId, versionId]);
  return (await findDraftMetadata(trx, tenantId, workbookId))!;
};

export const discardDraft = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { workbookId, matchesTag }: { workbookId: string; matchesTag: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  await lockWorkbook(trx, tenantId, workbookId);
  requireExpectation(await findDraftMetadata(trx, tenantId, workbookId), { matchesTag });
  await clearDraft(trx, { tenantId, workbookId, userId: actor.userId });
};
