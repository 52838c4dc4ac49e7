import { readStoredJson, storeJson } from '#kit/browser-storage.ts';

/** A form's unsaved input, with the values and the revision at the time when editing began. */
export type FormDraft = { edits: object; base: object; baseRevision: unknown };

const PREFIX = 'ronda.form.';

export const createDraftPrefix = ({ id, tenancyName }: { id: number; tenancyName: string }): string =>
  `${PREFIX}${encodeURIComponent(tenancyName)}.${id}.`;

// sessionStorage survives reloads and the end of a user's session. It is separate for each tab.

/** Stores a draft, or removes it if `draft` is undefined. */
export const saveFormDraft = (key: string, draft: FormDraft | undefined): void =>
  storeJson('sessionStorage', key, draft);

export const readFormDraft = (key: string): FormDraft | undefined => {
  const draft = readStoredJson('sessionStorage', key) as FormDraft | undefined;
  const isValid = typeof draft?.edits === 'object' && typeof draft.base === 'object';
  return isValid ? draft : undefined;
};

/** Removes all drafts, except those whose keys start with `keptPrefix`. */
export const clearFormDrafts = (keptPrefix?: string): void => {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(keptPrefix && key.startsWith(keptPrefix)))
        sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there are no drafts.
  }
};
