import { useEffect, useRef, useState } from 'react';
import { useIsLeaving } from './use-is-leaving.ts';

/**
 * The text of a field whose value is in the URL. After a pause in typing, `onCommit` receives the result of `parse`. If
 * the committed value comes back while the user is still typing, it is ignored. Any other new value, for example after
 * Back, replaces the text.
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
