/** What somebody typed into a form and has not saved, with what was there when they began. */
export type FormDraft = { edits: object; before: object; begunAt: unknown };

const PREFIX = 'ronda.form.';

/** Each person of each organisation finds only their own. */
export const draftOwner = ({ id, tenancyName }: { id: number; tenancyName: string }): string =>
  `${PREFIX}${encodeURIComponent(tenancyName)}.${id}.`;

// In the storage of the tab: it outlives a reload and a session that ends, and goes with the tab. Two tabs never mix.

/** undefined: nothing is stored any more. */
export const saveFormDraft = (place: string, draft: FormDraft | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(place, JSON.stringify(draft));
    else sessionStorage.removeItem(place);
  } catch {
    // Full, or forbidden: then it lasts as long as the page.
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
    // Where nothing may be stored, nothing was.
  }
};
