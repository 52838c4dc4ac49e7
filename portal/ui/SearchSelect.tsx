import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Option = { value: string; label: string };

export const SearchSelect = <SelectOption extends Option>({
  nothingFound,
  queryKey,
  findOptions,
  onSelect,
  ...props
}: Omit<SelectProps, 'data' | 'value' | 'onSelect'> & {
  nothingFound: string;
  queryKey: readonly unknown[];
  findOptions: (text: string) => Promise<SelectOption[]>;
  onSelect: (option: SelectOption) => void;
}) => {
  const [typedText, setTypedText] = useState('');
  const [text] = useDebouncedValue(typedText.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  const options = useQuery({
    queryKey: [...queryKey, text],
    queryFn: () => findOptions(text),
    enabled: isOpen,
  });
  const selectOption = (value: string | null) => {
    const selectedOption = options.data?.find((option) => option.value === value);
    if (selectedOption) onSelect(selectedOption);
    setTypedText('');
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
      searchValue={typedText}
      onSearchChange={setTypedText}
      onDropdownOpen={() => setOpen(true)}
      onChange={selectOption}
    />
  );
};
