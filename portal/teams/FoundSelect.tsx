import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Found = { value: string; label: string };

/** A choice among more than one list can hold: what is typed is looked for at the server. */
export const FoundSelect = ({
  label,
  placeholder,
  nothingFound,
  queryKey,
  find,
  onChoose,
}: {
  label: string;
  placeholder: string;
  nothingFound: string;
  queryKey: readonly unknown[];
  find: (text: string) => Promise<Found[]>;
  onChoose: (found: Found) => void;
}) => {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({ queryKey: [...queryKey, text], queryFn: () => find(text), enabled: isOpen });
  const choose = (value: string | null) => {
    const chosen = found.data?.find((one) => one.value === value);
    if (chosen) onChoose(chosen);
    setTyped('');
  };
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      data={found.data ?? []}
      // The server has looked already, and also in what is not shown.
      filter={({ options }) => options}
      nothingFoundMessage={found.data ? nothingFound : undefined}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onChange={choose}
    />
  );
};
