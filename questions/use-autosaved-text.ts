import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createTextAutosave, type TextState } from './text-autosave.ts';
import { useUnsaved } from './unsaved.ts';

type DraftSettings = {
  /** Text from earlier that is not a valid answer. The field shows it and validates it again. */
  draft?: string | undefined;
  saveDraft?: ((text: string) => Promise<void>) | undefined;
};

/**
 * A text field that saves as the user types. `saved` is the text on the device. `save` resolves once the text
 * is on disk, or to false if it is invalid, in which case it is stored as a draft.
 */
export const useAutosavedText = (
  saved: string,
  save: (text: string) => Promise<boolean>,
  { draft, saveDraft }: DraftSettings = {},
) => {
  const [state, setState] = useState<TextState>({ draft: null, status: 'saved' });
  const latest = useRef({ save, saveDraft });
  latest.current = { save, saveDraft };
  const isMounted = useRef(false);
  const unsaved = useUnsaved();
  const { autosave, source } = useMemo(() => {
    const field = {};
    const saveOrStoreDraft = async (text: string) => {
      const isValid = await latest.current.save(text);
      if (!isValid) await latest.current.saveDraft?.(text);
      return isValid;
    };
    const onChange = (next: TextState) => {
      // Invalid text is never saved. Once the field is unmounted, the screen counts its draft instead.
      unsaved.set(field, next.status === 'unsaved' || (next.status === 'invalid' && isMounted.current));
      setState(next);
    };
    return { autosave: createTextAutosave(saveOrStoreDraft, onChange), source: field };
  }, [unsaved]);

  useWindowEvent('visibilitychange', autosave.flush);
  useWindowEvent('pagehide', autosave.flush);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      if (autosave.getState().status === 'invalid') unsaved.set(source, false);
      autosave.flush();
    };
  }, [autosave, source, unsaved]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for the earlier draft
  useEffect(() => {
    if (draft === undefined) return;
    autosave.type(draft);
    autosave.flush();
  }, [autosave]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the saved text changes
  useEffect(() => autosave.handleSavedTextChange(), [autosave, saved]);

  return {
    value: state.draft ?? saved,
    onChange: (event: { currentTarget: { value: string } }) => autosave.type(event.currentTarget.value),
    onFocus: autosave.focus,
    onBlur: () => {
      autosave.blur();
      autosave.handleSavedTextChange();
    },
  };
};
