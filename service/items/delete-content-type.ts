import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { lockContentType } from './content-type-queries.ts';
import { contentTypeInUse, contentTypeOutdated } from './item-problems.ts';

const FIND_USES = statement('find-uses-of-content-type')`
  select array(select name from workbook where tenant_id = $1 and content_type_id = $2 order by name) as workbooks,
         (select count(*) from item where tenant_id = $1 and content_type_id = $2) as items`.narrow<{
  workbooks: string[];
  items: number;
}>();

/** Deletes an unused content type. */
export const deleteContentType = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { id, isExpected }: { id: string; isExpected: Precondition },
): Promise<void> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  // Concurrent transactions that want to use the content type wait for this lock, and then do not find it.
  const { name, revision } = await lockContentType(trx, tenantId, id, { from: 'use' });
  if (!isExpected(entityTagOf(revision))) throw contentTypeOutdated(name, revision);
  const [uses] = await run(trx, FIND_USES, [tenantId, id]);
  if (uses!.workbooks.length > 0 || uses!.items > 0) throw contentTypeInUse(name, uses!);
  await run(trx, 'delete from content_type where tenant_id = $1 and content_type_id = $2', [tenantId, id]);
};
