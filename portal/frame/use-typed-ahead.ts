import { useEffect, useRef, useState } from 'react';
import { useIsLeaving } from './use-is-leaving.ts';

/**
 * What is typed into a field whose value stands in the address: the address follows after a pause, by what `meantBy` makes of
 * it; undefined: nothing yet. What was told comes back while more is typed; anything else, such as the way back, is shown.
 */
export const useTypedAhead = ({
  value,
  pauseMs,
  meantBy,
  onMeant,
}: {
  value: string;
  pauseMs: number;
  meantBy: (typed: string) => string | undefined;
  onMeant: (meant: string) => void;
}) => {
  const [typed, setTyped] = useState(value);
  const isLeaving = useIsLeaving();
  const latest = useRef({ value, meantBy, onMeant, isLeaving });
  latest.current = { value, meantBy, onMeant, isLeaving };
  const told = useRef(value);
  useEffect(() => {
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    const meant = latest.current.meantBy(typed);
    if (meant === undefined || meant === latest.current.value) return;
    const timer = setTimeout(() => {
      if (latest.current.isLeaving()) return;
      told.current = meant;
      latest.current.onMeant(meant);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return [typed, setTyped] as const;
};
