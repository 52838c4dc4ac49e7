import { useEffect, useRef, useState } from 'react';
import { useIsLeaving } from './use-is-leaving.ts';

const DEBOUNCE_MS = 250;

/** A new `value`, for example after Back, replaces the typed text, unless it was just committed. */
export const useDebouncedValue = (value: string, onCommit: (value: string) => void) => {
  const [typedText, setTypedText] = useState(value);
  const isLeaving = useIsLeaving();
  const latestProps = useRef({ value, onCommit, isLeaving });
  latestProps.current = { value, onCommit, isLeaving };
  const committedValue = useRef(value);
  useEffect(() => {
    if (value !== committedValue.current) setTypedText(value);
    committedValue.current = value;
  }, [value]);
  useEffect(() => {
    const newValue = typedText.trim();
    if (newValue === latestProps.current.value) return;
    const timer = setTimeout(() => {
      if (latestProps.current.isLeaving()) return;
      committedValue.current = newValue;
      latestProps.current.onCommit(newValue);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typedText]);
  return [typedText, setTypedText] as const;
};
