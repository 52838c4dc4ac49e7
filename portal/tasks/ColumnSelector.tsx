import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconColumns3 } from '#kit/icons/icons.ts';
import { COLUMNS, toPropertyColumn } from './columns.ts';
import { useColumnLabel } from './use-column-label.ts';

type Props = {
  properties: readonly string[];
  selectedNames: readonly string[];
  onChange: (names: string[]) => void;
};

export const ColumnSelector = ({ properties, selectedNames, onChange }: Props) => {
  const { t } = useTranslation('tasks');
  const formatColumnName = useColumnLabel();
  return (
    <Popover position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          visibleFrom="sm"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')} mah="70vh" style={{ overflowY: 'auto' }}>
        <Checkbox.Group value={[...selectedNames]} onChange={onChange} label={t('columns')}>
          <Stack gap="xs" mt="xs">
            {COLUMNS.filter(({ name }) => name !== 'title').map(({ name }) => (
              <Checkbox key={name} value={name} label={formatColumnName(name)} />
            ))}
            {properties.length > 0 && (
              <Text size="sm" fw={600}>
                {t('properties')}
              </Text>
            )}
            {properties.map((property) => (
              <Checkbox key={property} value={toPropertyColumn(property)} label={property} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
};
