import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Option = { value: string; label: string };

export const SearchSelect = <Found extends Option>({
  nothingFound,
  queryKey,
  find,
  onSelect,
  ...props
}: Omit<SelectProps, 'data' | 'value' | 'onSelect'> & {
  nothingFound: string;
  queryKey: readonly unknown[];
  find: (text: string) => Promise<Found[]>;
  onSelect: (option: Found) => void;
}) => {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  const options = useQuery({ queryKey: [...queryKey, text], queryFn: () => find(text), enabled: isOpen });
  const select = (value: string | null) => {
    const selected = options.data?.find((option) => option.value === value);
    if (selected) onSelect(selected);
    setTyped('');
  };
  return (
    <Select
      {...props}
      searchable
      data={options.data ?? []}
      // The server has already filtered the options, including by values that the label does not contain.
      filter={(input) => input.options}
      nothingFoundMessage={options.data ? nothingFound : undefined}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onChange={select}
    />
  );
};
