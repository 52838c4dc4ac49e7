import { CloseButton, Group, Input, Paper, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findItems } from '#portal/api/lookups.ts';

type SelectedItem = { id: string; title: string };

/** Selects the items to inspect. The user searches by name, because there may be thousands. */
export const ItemsInput = ({
  contentTypeId,
  items,
  error,
  description,
  onChange,
}: {
  contentTypeId: string | null;
  items: readonly SelectedItem[];
  error: string | undefined;
  description: string | undefined;
  onChange: (items: SelectedItem[]) => void;
}) => {
  const { t } = useTranslation('tasks');
  const [search, setSearch] = useState('');
  const [debouncedSearch] = useDebouncedValue(search, 250);
  const results = useQuery({
    queryKey: ['lookup', 'items', contentTypeId, debouncedSearch],
    queryFn: () => findItems(contentTypeId!, debouncedSearch),
    enabled: contentTypeId !== null,
  });
  if (contentTypeId === null) return null;
  const options = (results.data?.items ?? []).filter(({ id }) => items.every((item) => item.id !== id));
  return (
    <Stack gap="xs">
      <Select
        searchable
        label={t('items')}
        placeholder={t('findItem')}
        nothingFoundMessage={t('noItem')}
        error={error}
        description={description}
        value={null}
        searchValue={search}
        onSearchChange={setSearch}
        // The server has already filtered the options.
        filter={({ options: all }) => all}
        data={options.map(({ id, title, externalId }) => ({ value: id, label: `${title} (${externalId})` }))}
        onChange={(id) => {
          const item = options.find((option) => option.id === id);
          if (item) onChange([...items, { id: item.id, title: item.title }]);
          setSearch('');
        }}
      />
      {items.map((item) => (
        <Paper key={item.id} withBorder px="sm" py={4}>
          <Group justify="space-between">
            <Text size="sm">{item.title}</Text>
            <CloseButton
              aria-label={t('removeItem', { title: item.title })}
              onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
            />
          </Group>
        </Paper>
      ))}
      {items.length === 0 && <Input.Description>{t('noItems')}</Input.Description>}
    </Stack>
  );
};
