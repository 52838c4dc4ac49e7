import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that is the same at every moment and does what the given one does at that moment: what gets it need not change. */
export const useLatest = <Args extends unknown[]>(
  run: (...args: Args) => void,
): ((...args: Args) => void) => {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args) => latest.current(...args), []);
};
