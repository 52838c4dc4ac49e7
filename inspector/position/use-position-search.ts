import { useEffect, useRef, useState } from 'react';
import type { Location } from '#workbook-engine/answer.ts';
import { findPosition, PositionError, type PositionProblem } from './find-position.ts';

type Search = { ending: AbortController; isWanted: boolean };

/** One search at a time. It stops when the component is unmounted. */
export const usePositionSearch = (onFound: (location: Location) => void) => {
  const [state, setState] = useState<{ isOn: boolean; best?: Location; problem?: PositionProblem }>({
    isOn: false,
  });
  const running = useRef<Search>(undefined);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => () => end(running.current, false), []);

  const start = async () => {
    const search = { ending: new AbortController(), isWanted: true };
    running.current = search;
    setState({ isOn: true });
    try {
      const location = await findPosition(navigator.geolocation, {
        signal: search.ending.signal,
        onBetter: (best) => setState({ isOn: true, best }),
      });
      if (search.isWanted) found.current(location);
      setState({ isOn: false });
    } catch (error) {
      const problem = error instanceof PositionError ? error.problem : 'unavailable';
      setState(search.isWanted ? { isOn: false, problem } : { isOn: false });
    }
  };
  return {
    ...state,
    start: () => void start(),
    acceptBest: () => end(running.current, true),
    cancel: () => end(running.current, false),
  };
};

const end = (search: Search | undefined, isWanted: boolean) => {
  if (!search) return;
  search.isWanted = isWanted;
  search.ending.abort();
};
