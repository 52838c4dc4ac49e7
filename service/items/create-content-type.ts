import type { ContentType, NewContentType } from '#contract/content-type.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { contentTypeNameTaken } from './item-problems.ts';

export const createContentType = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { id, name }: NewContentType & { id: string },
): Promise<ContentType> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  const [created] = await run<ContentType>(
    trx,
    `insert into content_type (tenant_id, content_type_id, name) values ($1, $2, $3) on conflict do nothing
     returning content_type_id as id, name, revision`,
    [tenantId, id, name],
  );
  if (!created) throw contentTypeNameTaken(name);
  return created;
};
