export type TextState = {
  /** The typed text, or null if the field is showing the saved text. */
  draft: string | null;
  /** `invalid`: the text is not a valid answer, and the question shows an error. */
  status: 'saved' | 'unsaved' | 'invalid';
};

export const MAX_UNSAVED_MS = 300;

const EMPTY_STATE: TextState = { draft: null, status: 'saved' };

/**
 * Killing the page can lose only text typed in the last 300 ms, and never text shown as saved.
 * `save` resolves once the text is on disk, or to false if the text is invalid.
 */
export const createTextAutosave = (
  save: (text: string) => Promise<boolean>,
  onChange: (state: TextState) => void,
) => {
  let state = EMPTY_STATE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFocused = false;
  let savingText: string | null = null;

  const setState = (newState: TextState) => {
    state = newState;
    onChange(state);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const { draft, status } = state;
    if (draft === null || status !== 'unsaved' || draft === savingText) return;
    savingText = draft;
    save(draft).then(
      (isValid) => {
        if (savingText === draft) savingText = null;
        if (state.draft === draft) setState({ draft, status: isValid ? 'saved' : 'invalid' });
      },
      // `save` reports the error. The next keystroke or blur tries again.
      () => {
        if (savingText === draft) savingText = null;
      },
    );
  };
  return {
    getState: () => state,
    type: (text: string) => {
      setState({ draft: text, status: 'unsaved' });
      timer ??= setTimeout(flush, MAX_UNSAVED_MS);
    },
    flush,
    focus: () => {
      isFocused = true;
    },
    blur: () => {
      isFocused = false;
      flush();
    },
    handleSavedTextChange: () => {
      if (!isFocused && state.draft !== null && state.status === 'saved') setState(EMPTY_STATE);
    },
  };
};
