import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that never changes but calls the latest `run`, so that receivers do not re-render. */
export const useLatest = <Args extends unknown[]>(
  run: (...args: Args) => void,
): ((...args: Args) => void) => {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args) => latest.current(...args), []);
};
