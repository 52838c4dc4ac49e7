import { useEffect, useState } from 'react';
import { allForms, noteFormChange } from './unsaved-forms.ts';

/** Registers a form while it is on the screen. */
export const useOpenForm = ({ isUnsaved, forget }: { isUnsaved: boolean; forget: () => void }) => {
  const [state] = useState({ isUnsaved, forget, isDiscarded: false, isThere: true });
  Object.assign(state, { isUnsaved, forget });
  const [form] = useState(() => {
    // What is discarded is so at once, and not only when it is shown.
    const isAnyUnsaved = () => state.isUnsaved && !state.isDiscarded;
    return {
      isUnsaved: isAnyUnsaved,
      isAnyUnsaved,
      isThere: () => state.isThere,
      noteEdit: () => {
        state.isDiscarded = false;
      },
      discard: () => {
        state.isDiscarded = true;
        state.forget();
      },
    };
  });
  useEffect(() => {
    state.isThere = true;
    const remove = allForms.add(form);
    return () => {
      state.isThere = false;
      remove();
    };
  }, [state, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what changes
  useEffect(noteFormChange, [isUnsaved]);
  return form;
};
