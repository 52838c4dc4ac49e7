import type { Database } from '#service/database/connect.ts';
import { findRow, type RowOf, run, statement } from '#service/database/statement.ts';

const selectDraft = (columns: string) => `
  select ${columns}workbook_draft.revision, workbook_draft.modified_at, app_user.user_name as modified_by
  from workbook_draft
  join app_user on app_user.tenant_id = $1 and app_user.user_id = workbook_draft.modified_by
  where workbook_draft.tenant_id = $1 and workbook_draft.workbook_id = $2 and workbook_draft.fields is not null`;

const FIND_DRAFT = statement('find-draft')`
  ${selectDraft('workbook_draft.title, workbook_draft.description, workbook_draft.fields::text, ')}`.narrow<{
  fields: string;
}>();
const FIND_METADATA = statement('find-draft-stamp')`${selectDraft('')}`;

export const findDraft = (db: Database, tenantId: number, workbookId: string) =>
  findRow(db, FIND_DRAFT, [tenantId, workbookId]);

export type DraftMetadata = RowOf<typeof FIND_METADATA>;

export const findDraftMetadata = (db: Database, tenantId: number, workbookId: string) =>
  findRow(db, FIND_METADATA, [tenantId, workbookId]);

/** `content` is a query for the title, description and fields, with parameters from $4. */
export const buildDraftUpsert = (content: string): string => `
  insert into workbook_draft (tenant_id, workbook_id, revision, title, description, fields, modified_by, modified_at)
  select workbook.tenant_id, workbook.workbook_id, 1, content.title, content.description, content.fields, $3::bigint, now()
  from workbook, (${content}) as content
  where workbook.tenant_id = $1 and workbook.workbook_id = $2
  on conflict on constraint workbook_draft_pkey do update set
    title = excluded.title, description = excluded.description, fields = excluded.fields,
    modified_by = excluded.modified_by, modified_at = excluded.modified_at, revision = workbook_draft.revision + 1`;

/** Keeps the row, so that revisions are never reused and a client with an old revision gets an error. */
export const clearDraft = async (
  db: Database,
  { tenantId, workbookId, userId }: { tenantId: number; workbookId: string; userId: number },
): Promise<void> => {
  await run(
    db,
    `update workbook_draft set title = null, description = null, fields = null, revision = revision + 1,
       modified_by = $3, modified_at = now()
     where tenant_id = $1 and workbook_id = $2`,
    [tenantId, workbookId, userId],
  );
};
