import { type DraftDocument, documentOf } from '#portal/workbooks/model/design.ts';
import { harvestFields } from '#portal/workbooks/model/draft-tree.ts';

/** A draft that could not be sent yet, and the revision upon which it was made. */
export type KeptDraft = { revision: number | null; document: DraftDocument };

export type Whose = { userId: number; workbookId: string };

/** Others may sit before the same browser: each finds their own. */
const placeOf = ({ userId, workbookId }: Whose) => `ronda.design.${userId}.${workbookId}`;

export const contentOf = ({ title, description, tree }: DraftDocument) => ({
  title,
  description,
  fields: harvestFields(tree.nodes),
});

/** Keeps it in this browser until the server has it; a browser without room for it does without. */
export const keepDraft = (whose: Whose, { revision, document }: KeptDraft): void => {
  try {
    localStorage.setItem(placeOf(whose), JSON.stringify({ revision, content: contentOf(document) }));
  } catch {
    // Full, or forbidden: then only the server keeps it.
  }
};

export const forgetDraft = (whose: Whose): void => {
  try {
    localStorage.removeItem(placeOf(whose));
  } catch {
    // Where nothing may be kept, nothing was.
  }
};

export const readKeptDraft = (whose: Whose): KeptDraft | undefined => {
  try {
    const { revision, content } = JSON.parse(localStorage.getItem(placeOf(whose)) ?? '');
    return { revision, document: documentOf(content) };
  } catch {
    return undefined;
  }
};
