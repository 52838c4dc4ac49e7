import { Button, Group, List, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { IconPlus, IconX } from '#kit/icons/icons.ts';
import { translateMessage } from '#kit/translate-message.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import type { PrefillReport } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';

export type Property = { id: number; name: string; value: string };

export const toCustomValues = (properties: readonly Property[]): Record<string, CustomValue> =>
  Object.fromEntries(properties.map(({ name, value }) => [name, parseValue(value)]));

const parseValue = (text: string): CustomValue => {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : text;
};

type Props = {
  properties: readonly Property[];
  report: PrefillReport | undefined;
  onStart: (properties: Property[]) => void;
};

export const PrefillTest = ({ properties, report, onStart }: Props) => {
  const { t } = useTranslation('preview');
  const [rows, setRows] = useState<Property[]>(properties.length > 0 ? [...properties] : [createRow()]);
  const changeRow = (id: number, changes: Partial<Property>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  return (
    <Popover width={340} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <Button size="xs" variant="default">
          {t('prefill')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <DimmedText>{t('prefillHint')}</DimmedText>
          {rows.map((row) => (
            <Group key={row.id} gap={6} wrap="nowrap">
              <TextInput
                size="xs"
                aria-label={t('property')}
                placeholder={t('property')}
                value={row.name}
                maxLength={128}
                onChange={({ currentTarget }) => changeRow(row.id, { name: currentTarget.value })}
              />
              <TextInput
                size="xs"
                aria-label={t('propertyValue')}
                placeholder={t('propertyValue')}
                value={row.value}
                maxLength={4_000}
                onChange={({ currentTarget }) => changeRow(row.id, { value: currentTarget.value })}
              />
              <IconButton
                icon={IconX}
                label={t('removeProperty', { name: row.name })}
                onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
              />
            </Group>
          ))}
          <Group justify="space-between">
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setRows([...rows, createRow()])}
            >
              {t('addProperty')}
            </Button>
            <Button size="xs" onClick={() => onStart(rows.filter(({ name }) => name !== ''))}>
              {t('start')}
            </Button>
          </Group>
          {properties.length > 0 && report && <Report report={report} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

let rowCount = 0;
const createRow = (): Property => ({ id: ++rowCount, name: '', value: '' });

const Report = ({ report: { filled, unsuitable, withoutField } }: { report: PrefillReport }) => {
  const { t } = useTranslation('preview');
  return (
    <div role="status">
      <List size="sm">
        {filled.map(({ property, field }) => (
          <List.Item key={property}>{t('filled', { property, field })}</List.Item>
        ))}
        {unsuitable.map(({ property, reason }) => (
          <List.Item key={property}>
            {property}: {translateMessage(reason, currentLanguage())}
          </List.Item>
        ))}
        {withoutField.map((property) => (
          <List.Item key={property}>{t('withoutField', { property })}</List.Item>
        ))}
      </List>
    </div>
  );
};
