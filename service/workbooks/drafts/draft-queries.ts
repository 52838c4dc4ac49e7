import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** A draft that is there. */
export type DraftRow = {
  title: string | null;
  description: string | null;
  fields: unknown[];
  revision: number;
  modified_at: Date;
  modified_by: string;
};

const stampOf = (columns: string) => `
  select ${columns}workbook_draft.revision, workbook_draft.modified_at, app_user.user_name as modified_by
  from workbook_draft
  join app_user on app_user.tenant_id = $1 and app_user.user_id = workbook_draft.modified_by
  where workbook_draft.tenant_id = $1 and workbook_draft.workbook_id = $2 and workbook_draft.fields is not null`;

/** The draft of a workbook; undefined when it has none. */
export const findDraft = async (
  db: Database,
  tenantId: number,
  workbookId: string,
): Promise<DraftRow | undefined> => {
  const [row] = await run<DraftRow>(
    db,
    stampOf('workbook_draft.title, workbook_draft.description, workbook_draft.fields, '),
    [tenantId, workbookId],
  );
  return row;
};

/** Who saved the draft last, without what it says. */
export type DraftStamp = Pick<DraftRow, 'revision' | 'modified_at' | 'modified_by'>;

export const findDraftStamp = async (
  db: Database,
  tenantId: number,
  workbookId: string,
): Promise<DraftStamp | undefined> => {
  const [row] = await run<DraftStamp>(db, stampOf(''), [tenantId, workbookId]);
  return row;
};

/**
 * Writes a draft, the first one or the next state of one. `content` is SQL that gives title, description and fields; its
 * parameters are $1 tenant, $2 workbook, $3 user and whatever follows.
 */
export const writeDraft = (content: string): string => `
  insert into workbook_draft (tenant_id, workbook_id, revision, title, description, fields, modified_by)
  select $1, $2, 1, content.title, content.description, content.fields, $3 from (${content}) as content
  on conflict on constraint workbook_draft_pkey do update set
    title = excluded.title, description = excluded.description, fields = excluded.fields,
    modified_by = excluded.modified_by, modified_at = now(), revision = workbook_draft.revision + 1`;

/** Takes a draft away. Its revisions are not given again, so whoever still holds one is told that it is gone. */
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
