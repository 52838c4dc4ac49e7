import { readStoredJson, storeJson } from '#kit/browser-storage.ts';
import { type DraftDocument, toDraftDocument } from '#portal/workbooks/model/design.ts';
import { toFields } from '#portal/workbooks/model/draft-tree.ts';

type StoredDraft = { revision: number | null; document: DraftDocument };

export type DraftOwner = { userId: number; workbookId: string };

/** Keyed by user: several people may share a browser. */
const createStorageKey = ({ userId, workbookId }: DraftOwner) => `ronda.design.${userId}.${workbookId}`;

export const toDraftContent = ({ title, description, tree }: DraftDocument) => ({
  title,
  description,
  fields: toFields(tree.nodes),
});

export const storeDraft = (owner: DraftOwner, { revision, document }: StoredDraft): void =>
  storeJson('localStorage', createStorageKey(owner), { revision, content: toDraftContent(document) });

export const removeStoredDraft = (owner: DraftOwner): void =>
  storeJson('localStorage', createStorageKey(owner), undefined);

export const readStoredDraft = (owner: DraftOwner): StoredDraft | undefined => {
  const storedDraft = readStoredJson('localStorage', createStorageKey(owner)) as
    | { revision: number | null; content: ReturnType<typeof toDraftContent> }
    | undefined;
  return storedDraft && { revision: storedDraft.revision, document: toDraftDocument(storedDraft.content) };
};
