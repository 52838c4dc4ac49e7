import { CloseButton, Group, Input, Paper, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findItems } from '#portal/api/lookups.ts';

type ChosenItem = { id: string; title: string };

/** Selects the items to inspect, for workbooks that inspect items. Searches by name, because there may be thousands. */
export const ItemsInput = ({
  contentTypeId,
  items,
  error,
  description,
  onChange,
}: {
  contentTypeId: string | null;
  items: readonly ChosenItem[];
  error: string | undefined;
  description: string | undefined;
  onChange: (items: ChosenItem[]) => void;
}) => {
  const { t } = useTranslation('tasks');
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed, 250);
  const found = useQuery({
    queryKey: ['lookup', 'items', contentTypeId, sought],
    queryFn: () => findItems(contentTypeId!, sought),
    enabled: contentTypeId !== null,
  });
  if (contentTypeId === null) return null;
  const offered = (found.data?.items ?? []).filter(({ id }) => items.every((item) => item.id !== id));
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
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={offered.map(({ id, title, externalId }) => ({ value: id, label: `${title} (${externalId})` }))}
        onChange={(id) => {
          const item = offered.find((each) => each.id === id);
          if (item) onChange([...items, { id: item.id, title: item.title }]);
          setTyped('');
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
