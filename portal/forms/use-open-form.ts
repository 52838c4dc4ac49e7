import { useEffect, useState } from 'react';
import { allForms, notifyFormChange } from './unsaved-forms.ts';

export const useOpenForm = ({ isUnsaved, onDiscard }: { isUnsaved: boolean; onDiscard: () => void }) => {
  const [state] = useState({ isUnsaved, onDiscard, isDiscarded: false, isMounted: true });
  Object.assign(state, { isUnsaved, onDiscard });
  const [form] = useState({
    // After `discard`, the form counts as saved immediately, not just after the next render.
    isUnsaved: () => state.isUnsaved && !state.isDiscarded,
    isMounted: () => state.isMounted,
    markEdited: () => {
      state.isDiscarded = false;
    },
    discard: () => {
      state.isDiscarded = true;
      state.onDiscard();
    },
  });
  useEffect(() => {
    state.isMounted = true;
    const remove = allForms.add(form);
    return () => {
      state.isMounted = false;
      remove();
    };
  }, [state, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the unsaved state changes
  useEffect(notifyFormChange, [isUnsaved]);
  return form;
};
