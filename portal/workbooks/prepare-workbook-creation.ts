import type { DraftContent } from '#contract/workbook-draft.ts';
import type { ManagedWorkbook, NewWorkbook } from '#contract/workbook-management.ts';
import {
  createWorkbook,
  editWorkbook,
  findDraft,
  saveDraft,
  setWorkbookTeams,
} from '#portal/api/workbooks.ts';

type NewWorkbookContent = {
  details: NewWorkbook;
  /** null to create no draft. */
  draft: DraftContent | null;
  teamIds: readonly string[];
};

/** If the returned function fails, calling it again resumes at the step that failed. */
export const prepareWorkbookCreation = () => {
  let created: ManagedWorkbook | undefined;
  return async ({ details, draft, teamIds }: NewWorkbookContent): Promise<ManagedWorkbook> => {
    const isNew = created === undefined;
    created = created
      ? await editWorkbook(created.id, details, created.revision)
      : await createWorkbook(details);
    const { id } = created;
    if (draft) {
      // An earlier attempt may have saved the draft but lost the response.
      const existing = isNew ? null : await findDraft(id);
      await saveDraft(id, draft, existing?.revision ?? null);
    }
    if (teamIds.length > 0) await setWorkbookTeams(id, teamIds, '*');
    return created;
  };
};
