import { useState } from 'react';
import type { Mark } from './marks.ts';

/** The marks, and all previous states: clearing can also be undone. */
export const useMarks = () => {
  const [states, setStates] = useState<readonly (readonly Mark[])[]>([[]]);
  const marks = states.at(-1) ?? [];
  return {
    marks,
    canUndo: states.length > 1,
    add: (mark: Mark) => setStates([...states, [...marks, mark]]),
    clear: () => setStates([...states, []]),
    undo: () => setStates(states.slice(0, -1)),
  };
};
