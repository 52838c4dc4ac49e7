/** The state of a text field. */
export type TextState = {
  /** The typed text; null: the field shows the saved text. */
  draft: string | null;
  /** `invalid`: the text is not a valid answer, which the question shows. */
  is: 'saved' | 'unsaved' | 'invalid';
};

export type TextAutosave = {
  state(): TextState;
  type(text: string): void;
  /** Saves unsaved text immediately, because the page may be closed. */
  flush(): void;
  enter(): void;
  leave(): void;
  /** The saved text has changed: by this field, or by another device. */
  savedChanged(): void;
};

/** The longest time that typed text stays unsaved. */
export const MAX_UNSAVED_MS = 300;

const EMPTY: TextState = { draft: null, is: 'saved' };

/**
 * Saves a text while it is typed. A page that is killed at any moment loses at most the last 300 ms, and never text
 * that was shown as saved. `save` resolves when the text is on disk, to false if it is invalid.
 */
export const createTextAutosave = (
  save: (text: string) => Promise<boolean>,
  onChange: (state: TextState) => void,
): TextAutosave => {
  let state = EMPTY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFocused = false;
  let underWay: string | null = null;

  const become = (next: TextState) => {
    state = next;
    onChange(state);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const { draft, is } = state;
    if (draft === null || is !== 'unsaved' || draft === underWay) return;
    underWay = draft;
    save(draft).then(
      (isAnswer) => {
        if (underWay === draft) underWay = null;
        if (state.draft === draft) become({ draft, is: isAnswer ? 'saved' : 'invalid' });
      },
      // `save` reports the error. The text stays unsaved, and the next key or blur tries again.
      () => {
        if (underWay === draft) underWay = null;
      },
    );
  };
  return {
    state: () => state,
    type: (text) => {
      become({ draft: text, is: 'unsaved' });
      timer ??= setTimeout(flush, MAX_UNSAVED_MS);
    },
    flush,
    enter: () => {
      isFocused = true;
    },
    leave: () => {
      isFocused = false;
      flush();
    },
    savedChanged: () => {
      if (!isFocused && state.draft !== null && state.is === 'saved') become(EMPTY);
    },
  };
};
