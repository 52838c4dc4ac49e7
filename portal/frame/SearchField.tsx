import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useShortcut } from './shortcuts.tsx';
import { useTypedAhead } from './use-typed-ahead.ts';

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
  const field = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label, run: () => field.current?.focus() });
  const [typed, setTyped] = useTypedAhead({
    value,
    pauseMs: PAUSE_MS,
    meantBy: (text) => text.trim(),
    onMeant: onSearch,
  });
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
