import type { ContentType, NewContentType } from '#contract/content-type.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findViolatedConstraint } from '#service/database/database-failure.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { lockContentType } from './content-type-queries.ts';
import { contentTypeInUse, contentTypeNameTaken, contentTypeOutdated } from './item-problems.ts';

const INSERT_CONTENT_TYPE = statement('insert-content-type')`
  insert into content_type (tenant_id, content_type_id, name) values ($1, $2, $3) on conflict do nothing
  returning content_type_id as id, name, revision`;

export const createContentType = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { id, name }: NewContentType & { id: string },
): Promise<ContentType> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const [contentType] = await run(trx, INSERT_CONTENT_TYPE, [tenantId, id, name]);
  if (!contentType) throw contentTypeNameTaken(name);
  await recordAudit(trx, actor, { kind: 'content-type.created', target: { type: 'content-type', id, name } });
  return contentType;
};

const RENAME_CONTENT_TYPE = statement('rename-content-type')`
  update content_type set name = $3, revision = revision + 1 where tenant_id = $1 and content_type_id = $2
  returning content_type_id as id, name, revision`;

/** References by name, such as in provisioning files, must be updated separately. */
export const renameContentType = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { id, name, matchesTag }: { id: string; name: string; matchesTag: Precondition },
): Promise<ContentType> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const currentType = await lockContentType(trx, tenantId, id);
  if (!matchesTag(formatEntityTag(currentType.revision)))
    throw contentTypeOutdated(currentType.name, currentType.revision);
  if (currentType.name === name) return currentType;
  try {
    const contentType = await readRow(trx, RENAME_CONTENT_TYPE, [tenantId, id, name]);
    await recordAudit(trx, actor, {
      kind: 'content-type.renamed',
      target: { type: 'content-type', id, name },
      details: { from: currentType.name },
    });
    return contentType;
  } catch (error) {
    throw findViolatedConstraint(error) === 'content_type_name_key' ? contentTypeNameTaken(name) : error;
  }
};

const FIND_USES = statement('find-uses-of-content-type')`
  select array(select name from workbook where tenant_id = $1 and content_type_id = $2 order by name) as workbooks,
         (select count(*) from item where tenant_id = $1 and content_type_id = $2) as items`.narrow<{
  workbooks: string[];
  items: number;
}>();

export const deleteContentType = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { id, matchesTag }: { id: string; matchesTag: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  // Concurrent transactions that want to use the content type wait for this lock.
  const { name, revision } = await lockContentType(trx, tenantId, id, { against: 'edits and uses' });
  if (!matchesTag(formatEntityTag(revision))) throw contentTypeOutdated(name, revision);
  const uses = await readRow(trx, FIND_USES, [tenantId, id]);
  if (uses.workbooks.length > 0 || uses.items > 0) throw contentTypeInUse(name, uses);
  await run(trx, 'delete from content_type where tenant_id = $1 and content_type_id = $2', [tenantId, id]);
  await recordAudit(trx, actor, { kind: 'content-type.deleted', target: { type: 'content-type', id, name } });
};
