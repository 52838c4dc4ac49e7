/** What stands in a text field. */
export type TextState = {
  /** What was typed; null: what is kept stands in it. */
  draft: string | null;
  /** `refused`: it is no answer, which the question says. */
  is: 'kept' | 'unkept' | 'refused';
};

export type TextKeeper = {
  state(): TextState;
  type(text: string): void;
  /** Keeps at once what is not kept yet: the page may be gone in a moment. */
  flush(): void;
  enter(): void;
  leave(): void;
  /** Something else is kept now: what was typed, or what another device said. */
  keptChanged(): void;
};

/** The first key that is not kept waits no longer than this. */
export const LONGEST_UNKEPT_MS = 300;

const EMPTY: TextState = { draft: null, is: 'kept' };

/**
 * Keeps a text while it is typed, so that a page killed at any moment loses at most what was typed in the last 300 ms and
 * never what was shown as kept. `keep` resolves when it lies on the disk, to false when it is no answer.
 */
export const createTextKeeper = (
  keep: (text: string) => Promise<boolean>,
  onChange: (state: TextState) => void,
): TextKeeper => {
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
    if (draft === null || is !== 'unkept' || draft === underWay) return;
    underWay = draft;
    keep(draft).then(
      (isAnswer) => {
        if (underWay === draft) underWay = null;
        if (state.draft === draft) become({ draft, is: isAnswer ? 'kept' : 'refused' });
      },
      // Whoever keeps says why; it stays unkept, and the next key or look tries again.
      () => {
        if (underWay === draft) underWay = null;
      },
    );
  };
  return {
    state: () => state,
    type: (text) => {
      become({ draft: text, is: 'unkept' });
      timer ??= setTimeout(flush, LONGEST_UNKEPT_MS);
    },
    flush,
    enter: () => {
      isFocused = true;
    },
    leave: () => {
      isFocused = false;
      flush();
    },
    keptChanged: () => {
      if (!isFocused && state.draft !== null && state.is === 'kept') become(EMPTY);
    },
  };
};
