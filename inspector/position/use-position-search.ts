import { useEffect, useRef, useState } from 'react';
import type { Location } from '#workbook-engine/answer.ts';
import { findPosition, PositionError, type PositionProblem } from './find-position.ts';

type SearchState = { isActive: boolean; bestLocation?: Location; problem?: PositionProblem };

const CANCELLED = 'cancelled';

export const usePositionSearch = (onFound: (location: Location) => void) => {
  const [state, setState] = useState<SearchState>({ isActive: false });
  const controllerRef = useRef<AbortController>(undefined);
  const latestOnFound = useRef(onFound);
  latestOnFound.current = onFound;
  const cancel = () => controllerRef.current?.abort(CANCELLED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only refers to the ref
  useEffect(() => cancel, []);

  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    controllerRef.current = controller;
    setState({ isActive: true });
    try {
      const location = await findPosition(navigator.geolocation, {
        signal,
        onBetterPosition: (bestLocation) => setState({ isActive: true, bestLocation }),
      });
      if (signal.reason !== CANCELLED) latestOnFound.current(location);
      setState({ isActive: false });
    } catch (error) {
      const problem = error instanceof PositionError ? error.problem : 'unavailable';
      setState(signal.reason === CANCELLED ? { isActive: false } : { isActive: false, problem });
    }
  };
  return {
    ...state,
    start: () => void start(),
    acceptBestLocation: () => controllerRef.current?.abort(),
    cancel,
  };
};
