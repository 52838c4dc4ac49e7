import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createTextAutosave, type TextState } from './text-autosave.ts';
import { useUnsavedTracker } from './unsaved.ts';

type DraftSettings = {
  draft?: string | undefined;
  saveDraft?: ((text: string) => Promise<void>) | undefined;
};

/** Returns the props of a text field that saves as the user types. Invalid text is stored as a draft. */
export const useAutosavedText = (
  savedText: string,
  save: (text: string) => Promise<boolean>,
  { draft, saveDraft }: DraftSettings = {},
) => {
  const [state, setState] = useState<TextState>({ draft: null, status: 'saved' });
  const latestCallbacks = useRef({ save, saveDraft });
  latestCallbacks.current = { save, saveDraft };
  const isMounted = useRef(false);
  const unsavedTracker = useUnsavedTracker();
  const { autosave, source } = useMemo(() => {
    const field = {};
    const saveOrStoreDraft = async (text: string) => {
      const isValid = await latestCallbacks.current.save(text);
      if (!isValid) await latestCallbacks.current.saveDraft?.(text);
      return isValid;
    };
    const onChange = (newState: TextState) => {
      // Invalid text is never saved. After the field unmounts, the screen counts the text's draft as unsaved.
      unsavedTracker.setUnsaved(
        field,
        newState.status === 'unsaved' || (newState.status === 'invalid' && isMounted.current),
      );
      setState(newState);
    };
    return { autosave: createTextAutosave(saveOrStoreDraft, onChange), source: field };
  }, [unsavedTracker]);

  useWindowEvent('visibilitychange', autosave.flush);
  useWindowEvent('pagehide', autosave.flush);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      if (autosave.getState().status === 'invalid') unsavedTracker.setUnsaved(source, false);
      autosave.flush();
    };
  }, [autosave, source, unsavedTracker]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for the earlier draft
  useEffect(() => {
    if (draft === undefined) return;
    autosave.type(draft);
    autosave.flush();
  }, [autosave]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the saved text changes
  useEffect(() => autosave.handleSavedTextChange(), [autosave, savedText]);

  return {
    value: state.draft ?? savedText,
    onChange: (event: { currentTarget: { value: string } }) => autosave.type(event.currentTarget.value),
    onFocus: autosave.focus,
    onBlur: () => {
      autosave.blur();
      autosave.handleSavedTextChange();
    },
  };
};
