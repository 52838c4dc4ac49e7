import { useEffect, useRef, useState } from 'react';
import type { Location } from '#workbook-engine/answer.ts';
import { type PositionFault, PositionMissing, takePosition } from './take-position.ts';

type Search = { ending: AbortController; isWanted: boolean };

/** One search at a time; it is over when nobody shows it any more. */
export const usePositionSearch = (onFound: (location: Location) => void) => {
  const [state, setState] = useState<{ isOn: boolean; best?: Location; fault?: PositionFault }>({
    isOn: false,
  });
  const running = useRef<Search>(undefined);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => () => end(running.current, false), []);

  const start = async () => {
    const mine = { ending: new AbortController(), isWanted: true };
    running.current = mine;
    setState({ isOn: true });
    try {
      const location = await takePosition(navigator.geolocation, {
        signal: mine.ending.signal,
        onBetter: (best) => setState({ isOn: true, best }),
      });
      if (mine.isWanted) found.current(location);
      setState({ isOn: false });
    } catch (error) {
      const fault = error instanceof PositionMissing ? error.fault : 'unavailable';
      setState(mine.isWanted ? { isOn: false, fault } : { isOn: false });
    }
  };
  return {
    ...state,
    start: () => void start(),
    takeBest: () => end(running.current, true),
    cancel: () => end(running.current, false),
  };
};

const end = (search: Search | undefined, isWanted: boolean) => {
  if (!search) return;
  search.isWanted = isWanted;
  search.ending.abort();
};
