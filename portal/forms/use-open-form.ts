import { useEffect, useState } from 'react';
import { allForms, notifyFormChange } from './unsaved-forms.ts';

/** Registers a form while it is on the screen. */
export const useOpenForm = ({ isUnsaved, forget }: { isUnsaved: boolean; forget: () => void }) => {
  const [state] = useState({ isUnsaved, forget, isDiscarded: false, isThere: true });
  Object.assign(state, { isUnsaved, forget });
  const [form] = useState(() => {
    // Discarded input counts as discarded immediately, not only after the next render.
    const isAnyUnsaved = () => state.isUnsaved && !state.isDiscarded;
    return {
      isUnsaved: isAnyUnsaved,
      isAnyUnsaved,
      isThere: () => state.isThere,
      markEdited: () => {
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
  useEffect(notifyFormChange, [isUnsaved]);
  return form;
};
