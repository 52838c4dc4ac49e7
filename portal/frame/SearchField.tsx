import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcut } from './shortcuts.tsx';

/** Milliseconds without another key, after which is looked for what was typed. */
const PAUSE_MS = 250;

/** Words to look for in a list; `/` leads to it. */
export const SearchField = ({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) => {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef({ value, onSearch });
  latest.current = { value, onSearch };
  useShortcut({ keys: '/', label, run: () => field.current?.focus() });
  const asked = useRef(value);
  useEffect(() => {
    // What was asked for comes back while more is typed; anything else, such as the way back, is shown.
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === latest.current.value) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      latest.current.onSearch(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={256}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 260 }}
    />
  );
};
