import type { ReturnRequest } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

type FieldComments = NonNullable<ReturnRequest['fields']>;

/** Caps the total size: each return can have 4 MiB of comments, and every reader gets them. */
const LIST_RETURNS = statement('list-returns')`
  select completion, comment, fields, returned_at as "returnedAt", app_user.user_name as "userName", return_count
  from (
    select *, count(*) over ()::integer as return_count,
           sum(fields_bytes + coalesce(octet_length(comment), 0)) over (
             order by completion desc rows between unbounded preceding and 1 preceding
           ) as bytes_before
    from inspection_return
    where tenant_id = $1 and inspection_id = $2
  ) as returned
  join app_user on app_user.tenant_id = $1 and app_user.user_id = returned.returned_by
  where coalesce(bytes_before, 0) < ${limits.returnBytes}
  order by completion desc limit ${limits.returnsPerInspection}`.narrow<{
  fields: FieldComments;
  return_count: number;
}>();

/** Lists only the most recent returns, newest first. */
export const listReturns = async (db: Database, tenantId: number, inspectionId: string) => {
  const rows = await run(db, LIST_RETURNS, [tenantId, inspectionId]);
  return {
    returns: rows.map(({ return_count: _, ...row }) => row),
    omittedReturns: (rows[0]?.return_count ?? 0) - rows.length,
  };
};
