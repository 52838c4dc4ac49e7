import { useEffect, useRef } from 'react';

/** Steps through a list of IDs, with `step` or the arrow keys. `index` is -1 if the current ID is not in the list. */
export const useSteps = (
  ids: readonly string[],
  currentId: string | undefined,
  onShow: (id: string) => void,
): { index: number; step: (offset: 1 | -1) => void } => {
  const index = currentId === undefined ? -1 : ids.indexOf(currentId);
  const step = (offset: 1 | -1) => {
    const nextId = ids[index + offset];
    if (index >= 0 && nextId !== undefined) onShow(nextId);
  };
  const latestStep = useRef(step);
  latestStep.current = step;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') latestStep.current(1);
      if (key === 'ArrowLeft') latestStep.current(-1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { index, step };
};
