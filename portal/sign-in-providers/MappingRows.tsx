import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconPlus, IconX } from '#kit/icons/icons.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';

export type MappingProps<Row> = {
  claim: string;
  rows: readonly Row[];
  error: string | undefined;
  conflict: string | undefined;
  onChange: (claim: string, rows: Row[]) => void;
};

type Props<Row> = MappingProps<Row> & {
  title: string;
  hint: string;
  emptyRow: Row;
  renderTarget: (row: Row, number: number, edit: (changes: Partial<Row>) => void) => ReactNode;
};

export const MappingRows = <Row extends { value: string }>(props: Props<Row>) => {
  const { title, hint, claim, rows, emptyRow, error, conflict, renderTarget, onChange } = props;
  const { t } = useTranslation('sign-in-providers');
  const editRow = (index: number) => (changes: Partial<Row>) =>
    onChange(claim, rows.with(index, { ...rows[index]!, ...changes }));
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <DimmedText>{conflict ?? hint}</DimmedText>
        <TextInput
          label={t('claim')}
          description={t('claimHint')}
          spellCheck={false}
          maxLength={256}
          value={claim}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value, [...rows])}
        />
        {claim.trim() !== '' && (
          <>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their values are typed
              <Group key={index} gap={6} wrap="nowrap" align="flex-start">
                <TextInput
                  aria-label={t('value', { number: index + 1 })}
                  placeholder={t('valueHint')}
                  spellCheck={false}
                  value={row.value}
                  onChange={(event) => editRow(index)({ value: event.currentTarget.value } as Partial<Row>)}
                  flex={2}
                />
                {renderTarget(row, index + 1, editRow(index))}
                <IconButton
                  icon={IconX}
                  size="lg"
                  label={t('removeRow', { number: index + 1 })}
                  onClick={() => onChange(claim, rows.toSpliced(index, 1))}
                />
              </Group>
            ))}
            <Group>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => onChange(claim, [...rows, emptyRow])}
              >
                {t('addRow')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Fieldset>
  );
};
