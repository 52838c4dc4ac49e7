import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, readRow, run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';

const FIND_CONTENT_TYPE_NAMED = statement('find-content-type-named')`
  select content_type_id, name from content_type where tenant_id = $1 and lower(name) = lower($2) for no key update`;

const INSERT_NAMED_CONTENT_TYPE = statement('insert-named-content-type')`
  insert into content_type (tenant_id, content_type_id, name) values ($1, gen_random_uuid(), $2)
  returning content_type_id`;

/** If a content type exists whose name differs only in case, renames it to `name`. */
export const ensureContentType = async (
  trx: DatabaseTransaction,
  tenantId: number,
  name: string,
): Promise<{ contentTypeId: string; outcome: UpsertOutcome }> => {
  const existingType = await findRow(trx, FIND_CONTENT_TYPE_NAMED, [tenantId, name]);
  if (!existingType) {
    const createdType = await readRow(trx, INSERT_NAMED_CONTENT_TYPE, [tenantId, name]);
    return { contentTypeId: createdType.content_type_id, outcome: 'created' };
  }
  const { content_type_id: contentTypeId } = existingType;
  if (existingType.name === name) return { contentTypeId, outcome: 'unchanged' };
  await run(
    trx,
    'update content_type set name = $3, revision = revision + 1 where tenant_id = $1 and content_type_id = $2',
    [tenantId, contentTypeId, name],
  );
  return { contentTypeId, outcome: 'updated' };
};
