import { useEffect, useRef, useState } from 'react';
import type { Location } from '#workbook-engine/answer.ts';
import { findPosition, PositionError, type PositionProblem } from './find-position.ts';

type Search = { controller: AbortController; isAccepted: boolean };

/** Searches for the device's position until the component is unmounted. */
export const usePositionSearch = (onFound: (location: Location) => void) => {
  const [state, setState] = useState<{ isOn: boolean; best?: Location; problem?: PositionProblem }>({
    isOn: false,
  });
  const running = useRef<Search>(undefined);
  const latest = useRef(onFound);
  latest.current = onFound;
  useEffect(() => () => end(running.current, false), []);

  const start = async () => {
    const search = { controller: new AbortController(), isAccepted: true };
    running.current = search;
    setState({ isOn: true });
    try {
      const location = await findPosition(navigator.geolocation, {
        signal: search.controller.signal,
        onBetter: (best) => setState({ isOn: true, best }),
      });
      if (search.isAccepted) latest.current(location);
      setState({ isOn: false });
    } catch (error) {
      const problem = error instanceof PositionError ? error.problem : 'unavailable';
      setState(search.isAccepted ? { isOn: false, problem } : { isOn: false });
    }
  };
  return {
    ...state,
    start: () => void start(),
    acceptBest: () => end(running.current, true),
    cancel: () => end(running.current, false),
  };
};

const end = (search: Search | undefined, isAccepted: boolean) => {
  if (!search) return;
  search.isAccepted = isAccepted;
  search.controller.abort();
};
