import type { ContentType, NewContentType } from '#contract/content-type.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { contentTypeNameTaken } from './item-problems.ts';

const INSERT_CONTENT_TYPE = statement('insert-content-type')`
  insert into content_type (tenant_id, content_type_id, name) values ($1, $2, $3) on conflict do nothing
  returning content_type_id as id, name, revision`;

export const createContentType = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { id, name }: NewContentType & { id: string },
): Promise<ContentType> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  const [created] = await run(trx, INSERT_CONTENT_TYPE, [tenantId, id, name]);
  if (!created) throw contentTypeNameTaken(name);
  return created;
};
