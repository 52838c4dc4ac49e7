import type { ReturnRequest } from '#contract/inspection.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

type FieldComments = NonNullable<ReturnRequest['fields']>;

export const insertReturn = async (
  trx: DatabaseTransaction,
  draft: {
    tenantId: number;
    inspectionId: string;
    completion: number;
    comment: string | null;
    fields: FieldComments;
    userId: number;
  },
): Promise<void> => {
  await run(
    trx,
    `insert into inspection_return (tenant_id, inspection_id, completion, comment, fields, returned_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      draft.tenantId,
      draft.inspectionId,
      draft.completion,
      draft.comment,
      JSON.stringify(draft.fields),
      draft.userId,
    ],
  );
};

const LIST_RETURNS = statement('list-returns')`
  select completion, comment, fields, returned_at, app_user.user_name
  from inspection_return
  join app_user on app_user.tenant_id = $1 and app_user.user_id = inspection_return.returned_by
  where inspection_return.tenant_id = $1 and inspection_id = $2 order by completion desc`.narrow<{
  fields: FieldComments;
}>();

/** The returns of an inspection, latest first. */
export const listReturns = async (db: Database, tenantId: number, inspectionId: string) =>
  (await run(db, LIST_RETURNS, [tenantId, inspectionId])).map(
    ({ completion, comment, fields, returned_at, user_name }) => ({
      completion,
      comment,
      fields,
      returnedAt: returned_at,
      userName: user_name,
    }),
  );
