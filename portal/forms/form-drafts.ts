/** Unsaved input of a form, with the values at the start of editing. */
export type FormDraft = { edits: object; before: object; startedAt: unknown };

const PREFIX = 'ronda.form.';

/** The owner of drafts: a person of an organisation, who finds only their own. */
export const draftOwner = ({ id, tenancyName }: { id: number; tenancyName: string }): string =>
  `${PREFIX}${encodeURIComponent(tenancyName)}.${id}.`;

// In sessionStorage: it survives a reload and the end of a session, and is deleted with the tab. Tabs never share it.

/** undefined: nothing is stored any more. */
export const saveFormDraft = (place: string, draft: FormDraft | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(place, JSON.stringify(draft));
    else sessionStorage.removeItem(place);
  } catch {
    // Storage is full or not allowed: then the draft lasts as long as the page.
  }
};

export const readFormDraft = (place: string): FormDraft | undefined => {
  try {
    const draft = JSON.parse(sessionStorage.getItem(place) ?? 'null');
    const isOne = typeof draft?.edits === 'object' && typeof draft.before === 'object';
    return isOne ? draft : undefined;
  } catch {
    return undefined;
  }
};

/** Removes the drafts of everybody else; without an owner, all of them. */
export const clearFormDrafts = (except?: string): void => {
  try {
    for (const place of Object.keys(sessionStorage))
      if (place.startsWith(PREFIX) && !(except && place.startsWith(except))) sessionStorage.removeItem(place);
  } catch {
    // Storage is blocked, so there are no drafts.
  }
};
