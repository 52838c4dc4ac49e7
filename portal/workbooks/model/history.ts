/** A state with those before it and those that were taken back. */
export type History<State> = {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** What the latest step was about: more of the same is one step, as when a label is typed. */
  readonly about: string | null;
};

/** A tree shares what did not change with those before it, so many steps cost little. */
const MOST_STEPS = 300;

export const beginHistory = <State>(present: State): History<State> => ({
  past: [],
  present,
  future: [],
  about: null,
});

/** A step further. `about` gathers steps of one kind, such as the letters of a label, into one. */
export const addStep = <State>(
  history: History<State>,
  present: State,
  about: string | null = null,
): History<State> => {
  if (present === history.present) return history;
  const isMore = about !== null && about === history.about;
  const past = isMore ? history.past : [...history.past, history.present].slice(-MOST_STEPS);
  return { past, present, future: [], about };
};

/** Whatever comes next is a step of its own. */
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
