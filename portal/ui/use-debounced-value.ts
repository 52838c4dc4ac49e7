import { useEffect, useRef, useState } from 'react';
import { useIsLeaving } from './use-is-leaving.ts';

/**
 * The text of a field whose value is in the URL, committed after a pause in typing. A committed value that
 * comes back while the user types is ignored; any other new value, such as after Back, replaces the text.
 */
export const useDebouncedValue = ({
  value,
  debounceMs,
  parse,
  onCommit,
}: {
  value: string;
  debounceMs: number;
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
    const parsed = latest.current.parse(typed);
    if (parsed === latest.current.value) return;
    const timer = setTimeout(() => {
      if (latest.current.isLeaving()) return;
      committed.current = parsed;
      latest.current.onCommit(parsed);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, debounceMs]);
  return [typed, setTyped] as const;
};
