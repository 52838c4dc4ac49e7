import { useEffect, useRef, useState } from 'react';
import { useIsLeaving } from './use-is-leaving.ts';

/**
 * Returns the text of a field whose value is in the URL, and a function that sets the text. It is committed after
 * a pause in typing. If a committed value comes back while the user is typing, it is ignored. Any other new value,
 * for example after Back, replaces the text.
 */
export const useDebouncedValue = ({
  value,
  debounceMs,
  parse,
  onCommit,
}: {
  value: string;
  debounceMs: number;
  parse: (text: string) => string;
  onCommit: (value: string) => void;
}) => {
  const [typedText, setTypedText] = useState(value);
  const isLeaving = useIsLeaving();
  const latestProps = useRef({ value, parse, onCommit, isLeaving });
  latestProps.current = { value, parse, onCommit, isLeaving };
  const committedValue = useRef(value);
  useEffect(() => {
    if (value !== committedValue.current) setTypedText(value);
    committedValue.current = value;
  }, [value]);
  useEffect(() => {
    const parsedValue = latestProps.current.parse(typedText);
    if (parsedValue === latestProps.current.value) return;
    const timer = setTimeout(() => {
      if (latestProps.current.isLeaving()) return;
      committedValue.current = parsedValue;
      latestProps.current.onCommit(parsedValue);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typedText, debounceMs]);
  return [typedText, setTypedText] as const;
};
