import { useEffect, useRef } from 'react';

/**
 * Steps through a list of which one entry is shown, by `step(1)` and `step(-1)` and with the left and right arrow keys. `place`
 * is the index of the shown entry; -1 if none is shown.
 */
export const useSteps = (
  ids: readonly string[],
  shown: string | undefined,
  onShow: (id: string) => void,
): { place: number; step: (by: 1 | -1) => void } => {
  const place = shown === undefined ? -1 : ids.indexOf(shown);
  const step = (by: 1 | -1) => {
    const next = ids[place + by];
    if (place >= 0 && next !== undefined) onShow(next);
  };
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') latest.current(1);
      if (key === 'ArrowLeft') latest.current(-1);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { place, step };
};
