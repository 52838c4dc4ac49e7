import { useEffect, useRef, useState } from 'react';
import { useIsLeaving } from './use-is-leaving.ts';

/**
 * The text of a field whose value is in the address. The address changes after a pause, to the result of `parse`. When the
 * committed value returns while the user types on, it is ignored; any other new value, such as after Back, replaces the text.
 */
export const useDebouncedValue = ({
  value,
  pauseMs,
  parse,
  onCommit,
}: {
  value: string;
  pauseMs: number;
  parse: (typed: string) => string;
  onCommit: (next: string) => void;
}) => {
  const [typed, setTyped] = useState(value);
  const isLeaving = useIsLeaving();
  const latest = useRef({ value, parse, onCommit, isLeaving });
  latest.current = { value, parse, onCommit, isLeaving };
  const committed = useRef(value);
  useEffect(() => {
    if (value !== committed.current) setTyped(value);
    committed.current = value;
  }, [value]);
  useEffect(() => {
    const nearest = latest.current.parse(typed);
    if (nearest === latest.current.value) return;
    const timer = setTimeout(() => {
      if (latest.current.isLeaving()) return;
      committed.current = nearest;
      latest.current.onCommit(nearest);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return [typed, setTyped] as const;
};
