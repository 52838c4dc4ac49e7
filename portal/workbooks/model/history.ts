export type History<State> = {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** What the latest step changed, such as a field's label, or null after the step has ended. */
  readonly subject: string | null;
};

/** Steps need little memory: the trees share unchanged nodes. */
const MAX_STEPS = 300;

export const startHistory = <State>(present: State): History<State> => {
  return { past: [], present, future: [], subject: null };
};

/** Merges consecutive steps with the same subject, so that typing a label is a single step. */
export const addStep = <State>(
  history: History<State>,
  present: State,
  subject: string | null = null,
): History<State> => {
  if (present === history.present) return history;
  const isSameStep = subject !== null && subject === history.subject;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present, future: [], subject };
};

export const endStep = <State>(history: History<State>): History<State> =>
  history.subject === null ? history : { ...history, subject: null };

export const undoStep = <State>(history: History<State>): History<State> => {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], subject: null };
};

export const redoStep = <State>(history: History<State>): History<State> => {
  const { past, present, future } = history;
  const [nextState, ...remainingFuture] = future;
  return nextState === undefined
    ? history
    : { past: [...past, present], present: nextState, future: remainingFuture, subject: null };
};
