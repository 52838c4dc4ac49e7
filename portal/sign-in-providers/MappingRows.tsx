import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconPlus, IconX } from '#kit/icons/icons.ts';

/** Edits the mapping of a claim: the claim, and a row for each value. */
export const MappingRows = <Row extends { value: string }>({
  title,
  hint,
  claim,
  rows,
  empty,
  issue,
  theirs,
  meaning,
  onChange,
}: {
  title: string;
  hint: string;
  claim: string;
  rows: readonly Row[];
  empty: Row;
  issue: string | undefined;
  theirs: string | undefined;
  meaning: (row: Row, number: number, set: (more: Partial<Row>) => void) => ReactNode;
  onChange: (claim: string, rows: Row[]) => void;
}) => {
  const { t } = useTranslation('sign-in-providers');
  const set = (place: number) => (more: Partial<Row>) =>
    onChange(
      claim,
      rows.map((row, index) => (index === place ? { ...row, ...more } : row)),
    );
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {theirs ?? hint}
        </Text>
        <TextInput
          label={t('claim')}
          description={t('claimHint')}
          spellCheck={false}
          maxLength={256}
          value={claim}
          error={issue}
          onChange={(event) => onChange(event.currentTarget.value, [...rows])}
        />
        {claim.trim() !== '' && (
          <>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their values are typed
              <Group key={place} gap={6} wrap="nowrap" align="flex-start">
                <TextInput
                  aria-label={t('value', { number: place + 1 })}
                  placeholder={t('valueHint')}
                  spellCheck={false}
                  value={row.value}
                  onChange={(event) => set(place)({ value: event.currentTarget.value } as Partial<Row>)}
                  flex={2}
                />
                {meaning(row, place + 1, set(place))}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('removeRow', { number: place + 1 })}
                  onClick={() =>
                    onChange(
                      claim,
                      rows.filter((_, index) => index !== place),
                    )
                  }
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ))}
            <Group>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => onChange(claim, [...rows, empty])}
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
