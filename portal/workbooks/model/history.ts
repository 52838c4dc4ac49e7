/** A state with its undo and redo history. */
export type History<State> = {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** The subject of the latest step. Consecutive steps with the same subject are merged, for example typing a label. */
  readonly about: string | null;
};

/** Trees share unchanged nodes, so many steps need little memory. */
const MAX_STEPS = 300;

export const startHistory = <State>(present: State): History<State> => ({
  past: [],
  present,
  future: [],
  about: null,
});

/** Adds a step. Consecutive steps with the same `about` are merged, for example typing a label. */
export const addStep = <State>(
  history: History<State>,
  present: State,
  about: string | null = null,
): History<State> => {
  if (present === history.present) return history;
  const isMore = about !== null && about === history.about;
  const past = isMore ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present, future: [], about };
};

/** Ends the current step, so that the next change starts a new one. */
export const endStep = <State>(history: History<State>): History<State> =>
  history.about === null ? history : { ...history, about: null };

export const undoStep = <State>(history: History<State>): History<State> => {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], about: null };
};

export const redoStep = <State>(history: History<State>): History<State> => {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  return next === undefined
    ? history
    : { past: [...past, present], present: next, future: rest, about: null };
};
