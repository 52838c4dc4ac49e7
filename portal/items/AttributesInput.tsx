import { Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconPlus, IconX } from '#kit/icons/icons.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { ATTRIBUTE_KINDS, type AttributeRow } from './item-form.ts';

type Props = {
  rows: readonly AttributeRow[];
  invalidRows: readonly number[];
  description: string | undefined;
  onChange: (rows: AttributeRow[]) => void;
};

export const AttributesInput = ({ rows, invalidRows, description, onChange }: Props) => {
  const { t } = useTranslation('items');
  const editRow = (index: number, changes: Partial<AttributeRow>) =>
    onChange(rows.with(index, { ...rows[index]!, ...changes }));
  return (
    <Fieldset legend={t('attributes')}>
      <Stack gap="xs">
        <DimmedText size="xs">{description}</DimmedText>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their names are typed
          <Stack key={index} gap={2}>
            <Group gap={6} wrap="nowrap" align="flex-start">
              <TextInput
                aria-label={t('attribute', { number: index + 1 })}
                placeholder={t('name')}
                maxLength={128}
                value={row.name}
                error={invalidRows.includes(index)}
                onChange={(event) => editRow(index, { name: event.currentTarget.value })}
                flex={3}
              />
              <ValueInput row={row} number={index + 1} onChange={(text) => editRow(index, { text })} />
              <Select
                aria-label={t('typeOf', { number: index + 1 })}
                allowDeselect={false}
                data={ATTRIBUTE_KINDS.map((kind) => ({ value: kind, label: t(kind) }))}
                value={row.kind}
                onChange={(kind) =>
                  kind &&
                  editRow(index, {
                    kind,
                    text: kind === 'flag' ? 'true' : row.kind === 'flag' ? '' : row.text,
                  })
                }
                flex={2}
              />
              <IconButton
                icon={IconX}
                size="lg"
                label={t('removeAttribute', { number: index + 1 })}
                onClick={() => onChange(rows.toSpliced(index, 1))}
              />
            </Group>
            {invalidRows.includes(index) && (
              <Text size="xs" c="var(--ronda-bad)" role="alert">
                {t('attributeInvalid')}
              </Text>
            )}
          </Stack>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...rows, { name: '', kind: 'text', text: '' }])}
        >
          {t('addAttribute')}
        </Button>
      </Stack>
    </Fieldset>
  );
};

type ValueInputProps = { row: AttributeRow; number: number; onChange: (text: string) => void };

const ValueInput = ({ row: { kind, text }, number, onChange }: ValueInputProps) => {
  const { t } = useTranslation('items');
  const commonProps = { 'aria-label': t('valueOf', { number }), value: text, flex: 3 };
  if (kind === 'flag')
    return (
      <Select
        {...commonProps}
        allowDeselect={false}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        onChange={(value) => value && onChange(value)}
      />
    );
  return (
    <TextInput
      {...commonProps}
      placeholder={t('value')}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      maxLength={4_000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
