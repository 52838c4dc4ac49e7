import { CloseButton, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { findItems } from '#portal/api/lookups.ts';
import { SearchSelect } from '#portal/ui/SearchSelect.tsx';

type SelectedItem = { id: string; title: string };

type Props = {
  contentTypeId: string | null;
  items: readonly SelectedItem[];
  error: string | undefined;
  description: string | undefined;
  onChange: (items: SelectedItem[]) => void;
};

/** Finds items by name, because there may be thousands of them. */
export const ItemsInput = ({ contentTypeId, items, error, description, onChange }: Props) => {
  const { t } = useTranslation('tasks');
  if (contentTypeId === null) return null;
  const findUnselected = async (text: string) => {
    const { items: matches } = await findItems(contentTypeId, text);
    return matches
      .filter(({ id }) => items.every((item) => item.id !== id))
      .map(({ id, title, externalId }) => ({ value: id, label: `${title} (${externalId})`, title }));
  };
  return (
    <Stack gap="xs">
      <SearchSelect
        label={t('items')}
        placeholder={t('findItem')}
        nothingFound={t('noItem')}
        error={error}
        description={description}
        queryKey={['lookup', 'items', contentTypeId, items.map(({ id }) => id)]}
        findOptions={findUnselected}
        onSelect={({ value, title }) => onChange([...items, { id: value, title }])}
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
