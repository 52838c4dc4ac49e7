import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a stable function that calls the latest `run`, so that components receiving it do not re-render. */
export const useLatest = <Args extends unknown[]>(
  run: (...args: Args) => void,
): ((...args: Args) => void) => {
  const latestRun = useRef(run);
  useLayoutEffect(() => {
    latestRun.current = run;
  });
  return useCallback((...args) => latestRun.current(...args), []);
};
