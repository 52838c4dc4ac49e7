import type { DraftContent } from '#contract/workbook-draft.ts';
import type { ManagedWorkbook, NewWorkbook } from '#contract/workbook-management.ts';
import {
  createWorkbook,
  editWorkbook,
  findDraft,
  saveDraft,
  setTeamsOfWorkbook,
} from '#portal/api/workbooks.ts';

type NewWorkbookContent = {
  about: NewWorkbook;
  /** null: no draft. */
  draft: DraftContent | null;
  teamIds: readonly string[];
};

/** Returns a function that creates a workbook with its draft and teams. Calling it again after a failure continues where it stopped. */
export const prepareWorkbookCreation = () => {
  let created: ManagedWorkbook | undefined;
  return async ({ about, draft, teamIds }: NewWorkbookContent): Promise<ManagedWorkbook> => {
    const isNew = created === undefined;
    created = created ? await editWorkbook(created.id, about, created.revision) : await createWorkbook(about);
    const { id } = created;
    if (draft) {
      // The draft may have been saved although the response was lost.
      const before = isNew ? null : await findDraft(id);
      await saveDraft(id, draft, before?.revision ?? null);
    }
    if (teamIds.length > 0) await setTeamsOfWorkbook(id, teamIds, '*');
    return created;
  };
};
