import { useCallback, useLayoutEffect, useRef } from 'react';

/** A stable function that calls the latest version of the given one, so that components that receive it need not render again. */
export const useLatest = <Args extends unknown[]>(
  run: (...args: Args) => void,
): ((...args: Args) => void) => {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args) => latest.current(...args), []);
};
