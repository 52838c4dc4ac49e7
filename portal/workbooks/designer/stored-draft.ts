import { type DraftDocument, documentOf } from '#portal/workbooks/model/design.ts';
import { fieldsOfTree } from '#portal/workbooks/model/draft-tree.ts';

/** An unsent draft and the revision it is based on. */
export type StoredDraft = { revision: number | null; document: DraftDocument };

export type DraftOwner = { userId: number; workbookId: string };

/** Includes the user, because several people can share a browser. */
const storageKeyOf = ({ userId, workbookId }: DraftOwner) => `ronda.design.${userId}.${workbookId}`;

export const contentOf = ({ title, description, tree }: DraftDocument) => ({
  title,
  description,
  fields: fieldsOfTree(tree.nodes),
});

/** Stores the draft in this browser until it is saved on the server. */
export const storeDraft = (owner: DraftOwner, { revision, document }: StoredDraft): void => {
  try {
    localStorage.setItem(storageKeyOf(owner), JSON.stringify({ revision, content: contentOf(document) }));
  } catch {
    // Storage is full or blocked: the draft is only stored on the server.
  }
};

export const removeStoredDraft = (owner: DraftOwner): void => {
  try {
    localStorage.removeItem(storageKeyOf(owner));
  } catch {
    // Storage is blocked, so nothing was stored.
  }
};

export const readStoredDraft = (owner: DraftOwner): StoredDraft | undefined => {
  try {
    const { revision, content } = JSON.parse(localStorage.getItem(storageKeyOf(owner)) ?? '');
    return { revision, document: documentOf(content) };
  } catch {
    return undefined;
  }
};
