import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskImport, TaskImportRow } from '#contract/task-import.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';

const TONES = { create: 'good', edit: 'calm', unchanged: 'plain', error: 'bad' } as const;
const OUTCOMES = ['error', 'create', 'edit', 'unchanged'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Rows beyond this are only counted. */
const MAX_ROWS = 500;

export const ImportOutcome = ({ outcome }: { outcome: TaskImport }) => {
  const { t } = useTranslation('task-import');
  const [selectedOutcomes, setSelectedOutcomes] = useState<Outcome[]>([]);
  const counts = {
    error: outcome.rejected,
    create: outcome.created,
    edit: outcome.edited,
    unchanged: outcome.unchanged,
  };
  const rows = outcome.rows
    .filter((row) => selectedOutcomes.length === 0 || selectedOutcomes.includes(row.outcome))
    .toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || a.line - b.line);
  const columns: Column<TaskImportRow>[] = [
    { key: 'line', header: t('line'), isNumber: true, cell: ({ line }) => line },
    { key: 'externalId', header: t('task'), cell: ({ externalId }) => externalId || '–' },
    {
      key: 'outcome',
      header: t('outcome'),
      cell: (row) => <StatusBadge tone={TONES[row.outcome]}>{t(row.outcome)}</StatusBadge>,
    },
    {
      key: 'errors',
      header: t('howToFix'),
      cell: ({ errors }) =>
        errors.map(({ column, value, message }) => (
          <Text key={column + message} size="sm">
            {t('cellError', { column: column || t('row'), value: value || '–', message })}
          </Text>
        )),
    },
  ];
  return (
    <Stack gap="sm" component="section" aria-label={t('outcome')}>
      <Group gap="xs" role="status">
        {OUTCOMES.filter((name) => counts[name] > 0).map((name) => (
          <StatusBadge key={name} tone={TONES[name]}>
            {t('outcomeCount', { name: t(name), count: counts[name] })}
          </StatusBadge>
        ))}
        <FilterButton
          name={t('outcome')}
          options={OUTCOMES.map((value) => ({ value, label: t(value) }))}
          selected={selectedOutcomes}
          onChange={setSelectedOutcomes}
        />
      </Group>
      {outcome.customProperties.length > 0 && (
        <DimmedText>{t('importedAsProperties', { names: outcome.customProperties.join(', ') })}</DimmedText>
      )}
      <ListTable
        caption={t('outcome')}
        columns={columns}
        rows={rows.slice(0, MAX_ROWS)}
        keyOf={({ line }) => line}
      />
      {rows.length > MAX_ROWS && <DimmedText>{t('moreRows', { count: rows.length - MAX_ROWS })}</DimmedText>}
    </Stack>
  );
};
