import type { ContentType } from '#contract/content-type.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { violatedConstraint } from '#service/database/database-failure.ts';
import { run, statement } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { lockContentType } from './content-type-queries.ts';
import { contentTypeNameTaken, contentTypeOutdated } from './item-problems.ts';

const RENAME_CONTENT_TYPE = statement('rename-content-type')`
  update content_type set name = $3, revision = revision + 1 where tenant_id = $1 and content_type_id = $2
  returning content_type_id as id, name, revision`;

/** Renames a content type. References by name, for example in a provisioning file, must be updated separately. */
export const renameContentType = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { id, name, isExpected }: { id: string; name: string; isExpected: Precondition },
): Promise<ContentType> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  const current = await lockContentType(trx, tenantId, id);
  if (!isExpected(entityTagOf(current.revision))) throw contentTypeOutdated(current.name, current.revision);
  if (current.name === name) return current;
  try {
    const [renamed] = await run(trx, RENAME_CONTENT_TYPE, [tenantId, id, name]);
    return renamed!;
  } catch (error) {
    throw violatedConstraint(error) === 'content_type_name_key' ? contentTypeNameTaken(name) : error;
  }
};
