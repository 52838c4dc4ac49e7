import type { ContentType, ListedContentType } from '#contract/content-type.ts';
import type { Database } from '#service/database/connect.ts';
import { findRow, run, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { contentTypeNotFound } from './item-problems.ts';

const COLUMNS = 'content_type_id as id, name, revision';

const LIST_CONTENT_TYPES = statement('list-content-types')`
  select ${COLUMNS},
    (select count(*)::int from item
     where item.tenant_id = $1 and item.content_type_id = content_type.content_type_id) as "itemCount"
  from content_type where tenant_id = $1 and lower(name) > lower($2)
  order by lower(name) limit $3 + 1`.narrow<{ itemCount: number }>();

export const listContentTypes = (
  db: Database,
  tenantId: number,
  { after, limit }: { after: string; limit: number },
): Promise<ListedContentType[]> => run(db, LIST_CONTENT_TYPES, [tenantId, after, limit]);

const SELECT_CONTENT_TYPE = `select ${COLUMNS} from content_type where tenant_id = $1 and content_type_id = $2`;
const READ_CONTENT_TYPE = statement('read-content-type')`${SELECT_CONTENT_TYPE}`;
const LOCK_TO_EDIT = statement('lock-content-type-to-edit')`${SELECT_CONTENT_TYPE} for no key update`;
const LOCK_TO_USE = statement('lock-content-type-to-use')`${SELECT_CONTENT_TYPE} for update`;

/** Throws if the content type does not exist. */
export const readContentType = async (
  db: Database,
  tenantId: number,
  id: string,
  select = READ_CONTENT_TYPE,
): Promise<ContentType> => {
  const row = isUuid(id) ? await findRow(db, select, [tenantId, id]) : undefined;
  if (!row) throw contentTypeNotFound(id);
  return row;
};

/** Locks the row against edits, or against both edits and new uses with `against: 'edits and uses'`. */
export const lockContentType = (
  db: Database,
  tenantId: number,
  id: string,
  { against }: { against: 'edits' | 'edits and uses' } = { against: 'edits' },
): Promise<ContentType> =>
  readContentType(db, tenantId, id, against === 'edits' ? LOCK_TO_EDIT : LOCK_TO_USE);
