import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { IconSearch } from '#kit/icons/icons.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';

type Props = { label: string; placeholder?: string; value: string; onSearch: (text: string) => void };

export const SearchField = ({ label, placeholder = label, value, onSearch }: Props) => {
  const field = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label, run: () => field.current?.focus() });
  const [typedText, setTypedText] = useDebouncedValue(value, onSearch);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={256}
      value={typedText}
      onChange={(event) => setTypedText(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 260 }}
    />
  );
};
