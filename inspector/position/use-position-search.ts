import { useEffect, useRef, useState } from 'react';
import type { Location } from '#workbook-engine/answer.ts';
import { findPosition, PositionError, type PositionProblem } from './find-position.ts';

const CANCELLED = 'cancelled';

export const usePositionSearch = (onFound: (location: Location) => void) => {
  const [state, setState] = useState<{ isActive: boolean; best?: Location; problem?: PositionProblem }>({
    isActive: false,
  });
  const running = useRef<AbortController>(undefined);
  const latest = useRef(onFound);
  latest.current = onFound;
  const cancel = () => running.current?.abort(CANCELLED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only refers to the ref
  useEffect(() => cancel, []);

  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ isActive: true });
    try {
      const location = await findPosition(navigator.geolocation, {
        signal,
        onBetter: (best) => setState({ isActive: true, best }),
      });
      if (signal.reason !== CANCELLED) latest.current(location);
      setState({ isActive: false });
    } catch (error) {
      const problem = error instanceof PositionError ? error.problem : 'unavailable';
      setState(signal.reason === CANCELLED ? { isActive: false } : { isActive: false, problem });
    }
  };
  return {
    ...state,
    start: () => void start(),
    acceptBest: () => running.current?.abort(),
    cancel,
  };
};
