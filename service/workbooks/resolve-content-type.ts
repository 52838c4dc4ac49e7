import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, run, statement } from '#service/database/statement.ts';
import { findNearestName, MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';
import { unknownContentType } from './workbook-problems.ts';

const RESOLVE_CONTENT_TYPE = statement('resolve-content-type')`
  select content_type_id from content_type
  where tenant_id = $1 and (lower(name) = lower($2) or content_type_id::text = lower($2))
  order by lower(name) = lower($2) desc limit 1 for key share`;

const LIST_CONTENT_TYPE_NAMES = statement('list-content-type-names')`
  select name from content_type where tenant_id = $1 order by name limit ${MAX_COMPARED_NAMES}`;

/** Locks the content type to prevent its deletion. Names are case-insensitive. */
export const resolveContentType = async (
  trx: DatabaseTransaction,
  tenantId: number,
  nameOrId: string | null,
): Promise<string | null> => {
  if (nameOrId === null) return null;
  const contentType = await findRow(trx, RESOLVE_CONTENT_TYPE, [tenantId, nameOrId]);
  if (contentType) return contentType.content_type_id;
  const names = (await run(trx, LIST_CONTENT_TYPE_NAMES, [tenantId])).map(({ name }) => name);
  throw unknownContentType(nameOrId, findNearestName(nameOrId, names));
};
