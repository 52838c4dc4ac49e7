import type { DraftContent } from '#contract/workbook-draft.ts';
import type { ManagedWorkbook, NewWorkbook } from '#contract/workbook-management.ts';
import {
  createWorkbook,
  editWorkbook,
  findDraft,
  saveDraft,
  setWorkbookTeams,
} from '#portal/api/workbooks.ts';

type NewWorkbookContent = { details: NewWorkbook; draft: DraftContent | null; teamIds: readonly string[] };

/** Returns a function that creates a workbook. After a failure, calling it again resumes at the failed step. */
export const prepareWorkbookCreation = () => {
  let workbook: ManagedWorkbook | undefined;
  return async ({ details, draft, teamIds }: NewWorkbookContent): Promise<ManagedWorkbook> => {
    const isFirstAttempt = workbook === undefined;
    workbook = workbook
      ? await editWorkbook(workbook.id, details, workbook.revision)
      : await createWorkbook(details);
    const { id } = workbook;
    if (draft) {
      // An earlier attempt may have saved the draft without receiving the response.
      const existingDraft = isFirstAttempt ? null : await findDraft(id);
      await saveDraft(id, draft, existingDraft?.revision ?? null);
    }
    if (teamIds.length > 0) await setWorkbookTeams(id, teamIds, '*');
    return workbook;
  };
};
