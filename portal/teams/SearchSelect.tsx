import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Option = { value: string; label: string };

/** A select whose options are searched on the server. */
export const SearchSelect = ({
  label,
  placeholder,
  nothingFound,
  queryKey,
  find,
  onSelect,
}: {
  label: string;
  placeholder: string;
  nothingFound: string;
  queryKey: readonly unknown[];
  find: (text: string) => Promise<Option[]>;
  onSelect: (found: Option) => void;
}) => {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({ queryKey: [...queryKey, text], queryFn: () => find(text), enabled: isOpen });
  const select = (value: string | null) => {
    const selected = found.data?.find((one) => one.value === value);
    if (selected) onSelect(selected);
    setTyped('');
  };
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      data={found.data ?? []}
      // The server has already filtered, also by values that are not shown.
      filter={({ options }) => options}
      nothingFoundMessage={found.data ? nothingFound : undefined}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onChange={select}
    />
  );
};
