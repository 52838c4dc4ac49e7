import { createContext, useSyncExternalStore } from 'react';

/** An open form or a group of open forms. `isUnsaved` returns whether leaving now would lose input. */
export type OpenForm = { isUnsaved: () => boolean; discard: () => void };
export type OpenFormGroup = OpenForm & { add: (form: OpenForm) => () => void };

export const createOpenFormGroup = (): OpenFormGroup => {
  const forms = new Set<OpenForm>();
  return {
    add: (form) => {
      forms.add(form);
      return () => {
        forms.delete(form);
        notifyFormChange();
      };
    },
    isUnsaved: () => [...forms].some((form) => form.isUnsaved()),
    discard: () => {
      for (const form of forms) form.discard();
    },
  };
};

const listeners = new Set<() => void>();

export const notifyFormChange = (): void => {
  for (const listener of listeners) listener();
};

export const allForms = createOpenFormGroup();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useHasUnsavedForms = (): boolean => useSyncExternalStore(subscribe, allForms.isUnsaved);

/** The forms in the surrounding dialog or drawer, if there is one. */
export const FormScopeContext = createContext<OpenFormGroup | null>(null);

type DiscardPrompt = { result: Promise<boolean>; close: (isDiscarded: boolean) => void };
let prompt: DiscardPrompt | undefined;

export const useDiscardPrompt = (): DiscardPrompt | undefined =>
  useSyncExternalStore(subscribe, () => prompt);

/** If there is unsaved input, asks for confirmation and then discards it. Returns false if the user keeps editing. */
export const confirmDiscard = async (forms: OpenForm = allForms): Promise<boolean> => {
  if (!forms.isUnsaved()) return true;
  prompt ??= createPrompt();
  notifyFormChange();
  const isDiscarded = await prompt.result;
  if (isDiscarded) forms.discard();
  return isDiscarded;
};

const createPrompt = (): DiscardPrompt => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return {
    result: promise,
    close: (isDiscarded) => {
      resolve(isDiscarded);
      // The Escape key press that closes the prompt also reaches the dialog below, which asks for confirmation again.
      // Until the timeout, it gets the same result.
      setTimeout(() => {
        prompt = undefined;
        notifyFormChange();
      });
    },
  };
};

let isPromptSkipped = false;

/** Skips the prompt for the next navigation: the stored input is restored when the user returns. */
export const skipDiscardPrompt = (): void => {
  isPromptSkipped = true;
};

export const shouldPromptBeforeUnload = (): boolean => !isPromptSkipped && allForms.isUnsaved();
