import { createContext, useSyncExternalStore } from 'react';

/** A form on the screen. `isUnsaved`: leaving it now would lose what was typed. */
export type OpenForm = { isUnsaved: () => boolean; discard: () => void };
/** The forms of the page, or of a dialog or drawer. */
export type OpenForms = {
  add: (form: OpenForm) => () => void;
  isAnyUnsaved: () => boolean;
  discard: () => void;
};

export const createOpenForms = (): OpenForms => {
  const forms = new Set<OpenForm>();
  return {
    add: (form) => {
      forms.add(form);
      return () => {
        forms.delete(form);
        notifyFormChange();
      };
    },
    isAnyUnsaved: () => [...forms].some((form) => form.isUnsaved()),
    discard: () => {
      for (const form of forms) form.discard();
    },
  };
};

const listeners = new Set<() => void>();

/** Call when the unsaved state of a form changes. */
export const notifyFormChange = (): void => {
  for (const listener of listeners) listener();
};

/** All forms that are on the screen. */
export const allForms = createOpenForms();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsAnyUnsaved = (): boolean => useSyncExternalStore(subscribe, allForms.isAnyUnsaved);

/** The forms of the surrounding dialog or drawer; null outside of one. */
export const FormScopeContext = createContext<OpenForms | null>(null);

type Question = { promise: Promise<boolean>; answer: (isDiscarded: boolean) => void };
let question: Question | undefined;

export const useQuestion = (): Question | undefined => useSyncExternalStore(subscribe, () => question);

/** Asks before unsaved input is lost; then discards it. */
export const confirmDiscard = async (
  forms: Pick<OpenForms, 'isAnyUnsaved' | 'discard'> = allForms,
): Promise<boolean> => {
  if (!forms.isAnyUnsaved()) return true;
  question ??= ask();
  notifyFormChange();
  const isDiscarded = await question.promise;
  if (isDiscarded) forms.discard();
  return isDiscarded;
};

const ask = (): Question => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isDiscarded: boolean) => {
    resolve(isDiscarded);
    // The Escape that answers the question also reaches the dialog below, which asks again: treat both as one.
    setTimeout(() => {
      question = undefined;
      notifyFormChange();
    });
  };
  return { promise, answer };
};

let isLeaving = false;

/** Skips the question for the next navigation: the input is stored, and restored on return. */
export const skipUnsavedQuestion = (): void => {
  isLeaving = true;
};

export const shouldAskBeforeUnload = (): boolean => !isLeaving && allForms.isAnyUnsaved();
