import { type DraftDocument, documentOf } from '#portal/workbooks/model/design.ts';
import { harvestFields } from '#portal/workbooks/model/draft-tree.ts';

/** A draft that could not be sent yet, and the revision upon which it was made. */
export type KeptDraft = { revision: number | null; document: DraftDocument };

const placeOf = (workbookId: string) => `ronda.design.${workbookId}`;

export const contentOf = ({ title, description, tree }: DraftDocument) => ({
  title,
  description,
  fields: harvestFields(tree.nodes),
});

/** Keeps it in this browser until the server has it; a browser without room for it does without. */
export const keepDraft = (workbookId: string, { revision, document }: KeptDraft): void => {
  try {
    localStorage.setItem(placeOf(workbookId), JSON.stringify({ revision, content: contentOf(document) }));
  } catch {
    // Full, or forbidden: then only the server keeps it.
  }
};

export const forgetDraft = (workbookId: string): void => localStorage.removeItem(placeOf(workbookId));

export const readKeptDraft = (workbookId: string): KeptDraft | undefined => {
  try {
    const { revision, content } = JSON.parse(localStorage.getItem(placeOf(workbookId)) ?? '');
    return { revision, document: documentOf(content) };
  } catch {
    return undefined;
  }
};
