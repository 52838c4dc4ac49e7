import { readStoredJson, storeJson } from '#kit/browser-storage.ts';

export type FormDraft<Values, Revision> = {
  edits: Partial<Values>;
  /** The server's values when editing started. */
  base: Values;
  /** The revision of `base`. If undefined, saving sends the current revision. */
  baseRevision: Revision | undefined;
};

const PREFIX = 'ronda.form.';

export const createDraftPrefix = ({ id, tenancyName }: { id: number; tenancyName: string }): string =>
  `${PREFIX}${encodeURIComponent(tenancyName)}.${id}.`;

/** Stores or, if `draft` is undefined, removes a draft. It survives reloads and the end of a user's session. */
export const saveFormDraft = (key: string, draft: FormDraft<object, unknown> | undefined): void =>
  storeJson('sessionStorage', key, draft);

export const readFormDraft = <Values, Revision>(key: string): FormDraft<Values, Revision> | undefined => {
  const draft = readStoredJson('sessionStorage', key) as FormDraft<Values, Revision> | undefined;
  return typeof draft?.edits === 'object' && typeof draft.base === 'object' ? draft : undefined;
};

export const clearFormDrafts = (prefixToKeep?: string): void => {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(prefixToKeep && key.startsWith(prefixToKeep)))
        sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there are no drafts.
  }
};
