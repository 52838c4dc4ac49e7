import type { RevisionsQuery } from '#contract/inspection-revision.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { decodeCursor, encodeCursor } from '#service/http/cursor.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import { findLateFromRevision } from './inspection-members.ts';
import type { InspectionView } from './inspection-queries.ts';

/** A page ends after this many bytes: a single answer can be a repeat with hundreds of instances. */
const PAGE_BYTES = 1024 * 1024;

const LIST_REVISIONS = statement('list-revisions')`
  select page.revision, item_id as "itemId", field, is_comment as "isComment", value, base_revision as "baseRevision",
         page.revision <= started_revision as "isPrefilled", user_name as "userName", device, given_at as "givenAt",
         answered_at as "receivedAt", has_next
  from (
    select *, sum(bytes) over in_order - bytes as bytes_before, lead(true, 1, false) over in_order as has_next
    from (
      select *, coalesce(value_bytes, octet_length(value::text), 0) as bytes from answer
      where tenant_id = $1 and inspection_id = $2 and revision > $3
        and ($4::text is null or field = $4) and ($5::uuid is null or item_id = $5)
      order by revision limit $6::integer + 1
    ) as following
    window in_order as (order by revision)
  ) as page
  join inspection on inspection.tenant_id = $1 and inspection.inspection_id = $2
  join app_user on app_user.tenant_id = $1 and app_user.user_id = page.answered_by
  where bytes_before < ${PAGE_BYTES}
  order by page.revision limit $6::integer`.narrow<{ isPrefilled: boolean; has_next: boolean }>();

export const listRevisions = async (
  db: Database,
  { tenantId, inspection }: { tenantId: number; inspection: InspectionView },
  { after, limit, field, itemId }: RevisionsQuery,
) => {
  const rows = await run(db, LIST_REVISIONS, [
    tenantId,
    inspection.inspection_id,
    after === undefined ? 0 : parseRevision(decodeCursor(after)),
    field,
    itemId,
    Number(limit ?? limits.page),
  ]);
  const last = rows.at(-1);
  const firstLateRevision = findLateFromRevision(inspection);
  return {
    revisions: rows.map(({ has_next: _, ...row }) => ({
      ...row,
      isLate: firstLateRevision !== null && row.revision >= firstLateRevision,
    })),
    next: last?.has_next ? encodeCursor(String(last.revision)) : null,
  };
};

const parseRevision = (key: string): number => {
  if (!/^\d{1,9}$/.test(key)) throw invalidCursor();
  return Number(key);
};
