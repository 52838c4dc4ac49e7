import { useState } from 'react';
import type { Mark } from './marks.ts';

/** The marks on a picture, with their history so that clearing them can be undone. */
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
