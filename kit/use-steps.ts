import { useEffect, useRef } from 'react';

/**
 * Steps through entries, with `step` or the left and right arrow keys. `index` is -1 if there is no current
 * entry.
 */
export const useSteps = (
  ids: readonly string[],
  currentId: string | undefined,
  onShow: (id: string) => void,
): { index: number; step: (by: 1 | -1) => void } => {
  const index = currentId === undefined ? -1 : ids.indexOf(currentId);
  const step = (by: 1 | -1) => {
    const next = ids[index + by];
    if (index >= 0 && next !== undefined) onShow(next);
  };
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') latest.current(1);
      if (key === 'ArrowLeft') latest.current(-1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { index, step };
};
