import type { PublishRequest } from '#contract/workbook-draft.ts';
import { MAX_VERSION_CODE, type WorkbookVersion } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readVersion } from '#service/workbooks/managed-version-queries.ts';
import { lockWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import { parseFields } from '#service/workbooks/parse-fields.ts';
import { versionCodesExhausted, versionCodeTooLow } from '#service/workbooks/workbook-problems.ts';
import { findDefinitionErrors } from './definition-errors.ts';
import { draftDeleted, draftHasErrors, draftOutdated } from './draft-problems.ts';
import { clearDraft, findDraft } from './draft-queries.ts';

/** The precondition ensures that the caller has seen the content to publish. */
export const publishDraft = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  {
    workbookId,
    versionId,
    publication: { version, versionCode },
    matchesTag,
  }: { workbookId: string; versionId: string; publication: PublishRequest; matchesTag: Precondition },
): Promise<WorkbookVersion> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const workbook = await lockWorkbook(trx, tenantId, workbookId);
  const draft = await findDraft(trx, tenantId, workbookId);
  if (!draft) throw draftDeleted();
  if (!matchesTag(formatEntityTag(draft.revision))) throw draftOutdated(draft);
  const issues = await findDefinitionErrors(trx, tenantId, await parseFields(draft.fields));
  if (issues.length > 0) throw draftHasErrors(issues);
  await run(
    trx,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, description, fields,
       is_published)
     select tenant_id, $3, workbook_id, $4, $5, $6, description, fields, true from workbook_draft
     where tenant_id = $1 and workbook_id = $2`,
    [
      tenantId,
      workbookId,
      versionId,
      version,
      await findNextCode(trx, { tenantId, workbookId }, versionCode),
      // A draft's title can be empty or have trailing spaces.
      draft.title?.trim() || workbook.title,
    ],
  );
  await clearDraft(trx, { tenantId, workbookId, userId: actor.userId });
  await recordAudit(trx, actor, {
    kind: 'workbook.published',
    target: { type: 'workbook', id: workbookId, name: workbook.name },
    details: { version },
  });
  return readVersion(trx, { tenantId, workbookId, versionId });
};

const FIND_HIGHEST_CODE = statement('find-highest-code')`
  select coalesce(max(version_code), 0) as highest from workbook_version
  where tenant_id = $1 and workbook_id = $2`;

const findNextCode = async (
  trx: DatabaseTransaction,
  { tenantId, workbookId }: { tenantId: number; workbookId: string },
  requestedCode: number | undefined,
): Promise<number> => {
  const { highest } = await readRow(trx, FIND_HIGHEST_CODE, [tenantId, workbookId]);
  if (highest >= MAX_VERSION_CODE) throw versionCodesExhausted();
  if (requestedCode !== undefined && requestedCode <= highest)
    throw versionCodeTooLow(requestedCode, highest);
  return requestedCode ?? highest + 1;
};
