import { type DraftDocument, toDraftDocument } from '#portal/workbooks/model/design.ts';
import { toFields } from '#portal/workbooks/model/draft-tree.ts';

/** An unsent draft and the revision that it is based on. */
export type StoredDraft = { revision: number | null; document: DraftDocument };

export type DraftOwner = { userId: number; workbookId: string };

/** Includes the user, because several people may share a browser. */
const createStorageKey = ({ userId, workbookId }: DraftOwner) => `ronda.design.${userId}.${workbookId}`;

export const toDraftContent = ({ title, description, tree }: DraftDocument) => ({
  title,
  description,
  fields: toFields(tree.nodes),
});

/** Stores the draft in this browser until it is saved on the server. */
export const storeDraft = (owner: DraftOwner, { revision, document }: StoredDraft): void => {
  try {
    localStorage.setItem(
      createStorageKey(owner),
      JSON.stringify({ revision, content: toDraftContent(document) }),
    );
  } catch {
    // Storage is full or blocked, so the draft is stored only on the server.
  }
};

export const removeStoredDraft = (owner: DraftOwner): void => {
  try {
    localStorage.removeItem(createStorageKey(owner));
  } catch {
    // Storage is blocked, so nothing was stored.
  }
};

export const readStoredDraft = (owner: DraftOwner): StoredDraft | undefined => {
  try {
    const { revision, content } = JSON.parse(localStorage.getItem(createStorageKey(owner)) ?? '');
    return { revision, document: toDraftDocument(content) };
  } catch {
    return undefined;
  }
};
