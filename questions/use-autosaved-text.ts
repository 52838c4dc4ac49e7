import { useEffect, useMemo, useRef, useState } from 'react';
import { createTextAutosave, type TextState } from './text-autosave.ts';
import { useUnsaved } from './unsaved.ts';

/**
 * A text field that saves while the user types. `saved` is the text on the device; `save` resolves when the text is
 * on disk, to false if it is invalid.
 */
export const useAutosavedText = (saved: string, save: (text: string) => Promise<boolean>) => {
  const [state, setState] = useState<TextState>({ draft: null, status: 'saved' });
  const latestSave = useRef(save);
  latestSave.current = save;
  const unsaved = useUnsaved();
  const autosave = useMemo(() => {
    const source = {};
    return createTextAutosave(
      (text) => latestSave.current(text),
      (next) => {
        unsaved.set(source, next.status === 'unsaved');
        setState(next);
      },
    );
  }, [unsaved]);

  useEffect(() => {
    const flush = () => autosave.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [autosave]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the saved text changes
  useEffect(() => autosave.onSavedTextChange(), [autosave, saved]);

  return {
    isInvalid: state.status === 'invalid',
    inputProps: {
      value: state.draft ?? saved,
      onChange: (event: { currentTarget: { value: string } }) => autosave.type(event.currentTarget.value),
      onFocus: autosave.focus,
      onBlur: () => {
        autosave.blur();
        autosave.onSavedTextChange();
      },
    },
  };
};
