import type { DraftContent } from '#contract/workbook-draft.ts';
import type { ManagedWorkbook, NewWorkbook } from '#contract/workbook-management.ts';
import {
  createWorkbook,
  editWorkbook,
  findDraft,
  saveDraft,
  setTeamsOfWorkbook,
} from '#portal/api/workbooks.ts';

type WholeNewWorkbook = {
  about: NewWorkbook;
  /** null: there is none. */
  draft: DraftContent | null;
  teamIds: readonly string[];
};

/** Makes one workbook with all that belongs to it. Called again after a failure it goes on with what is made of it. */
export const createWorkbookMaker = () => {
  let made: ManagedWorkbook | undefined;
  return async ({ about, draft, teamIds }: WholeNewWorkbook): Promise<ManagedWorkbook> => {
    const isNew = made === undefined;
    made = made ? await editWorkbook(made.id, about, made.revision) : await createWorkbook(about);
    const { id } = made;
    if (draft) {
      // Only the answer may have been lost.
      const before = isNew ? null : await findDraft(id);
      await saveDraft(id, draft, before?.revision ?? null);
    }
    if (teamIds.length > 0) await setTeamsOfWorkbook(id, teamIds, '*');
    return made;
  };
};
