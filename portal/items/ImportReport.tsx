import { Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '#kit/StatusBadge.tsx';
import type { ImportResult } from '#portal/api/items.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { buildReportedRows, type ReportedRow, ROW_OUTCOMES, type RowOutcome } from './import-rows.ts';

const OUTCOME_TONES = {
  rejected: 'bad',
  created: 'good',
  updated: 'calm',
  restored: 'calm',
  unchanged: 'plain',
} as const satisfies Record<string, Tone>;

type Props = { title: string; result: ImportResult };

export const ImportReport = ({ title, result: { summary, errors, rows = [] } }: Props) => {
  const { t } = useTranslation('items');
  const [selectedOutcomes, setSelectedOutcomes] = useState<RowOutcome[]>([]);
  const allRows = buildReportedRows(errors, rows);
  const isSelected = (outcome: RowOutcome) =>
    selectedOutcomes.length === 0 || selectedOutcomes.includes(outcome);
  const shownRows = allRows.filter(({ outcome }) => isSelected(outcome));
  const outcomes = ROW_OUTCOMES.filter((outcome) => allRows.some((row) => row.outcome === outcome));
  // An import returns only counts, whereas its preview also lists the rows.
  const listedOutcomes = rows.length > 0 || errors.length > 0 ? outcomes.filter(isSelected) : [];
  const hiddenCount = listedOutcomes.reduce((sum, outcome) => sum + summary[outcome], 0) - shownRows.length;
  const columns: Column<ReportedRow>[] = [
    { key: 'line', header: t('line'), isNumber: true, cell: ({ line }) => line },
    {
      key: 'outcome',
      header: t('outcome'),
      cell: ({ outcome }) => <StatusBadge tone={OUTCOME_TONES[outcome]}>{t(outcome)}</StatusBadge>,
    },
    { key: 'details', header: t('details'), cell: (row) => <RowDetails row={row} /> },
  ];
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      <Group gap="xs" role="status">
        {([...ROW_OUTCOMES, 'unchanged'] as const)
          .filter((outcome) => summary[outcome] > 0)
          .map((outcome) => (
            <StatusBadge key={outcome} tone={OUTCOME_TONES[outcome]}>
              {t('counted', { name: t(outcome), count: summary[outcome] })}
            </StatusBadge>
          ))}
        {outcomes.length > 1 && (
          <FilterButton
            name={t('outcome')}
            options={outcomes.map((value) => ({ value, label: t(value) }))}
            selected={selectedOutcomes}
            onChange={setSelectedOutcomes}
          />
        )}
      </Group>
      {summary.attributes.length > 0 && (
        <DimmedText>{t('attributeColumns', { names: summary.attributes.join(', ') })}</DimmedText>
      )}
      {shownRows.length > 0 && (
        <ListTable caption={title} columns={columns} rows={shownRows} keyOf={({ line }) => line} />
      )}
      {hiddenCount > 0 && <DimmedText>{t('notShown', { count: hiddenCount })}</DimmedText>}
    </Stack>
  );
};

const RowDetails = ({ row: { change, errors } }: { row: ReportedRow }) => {
  const { t } = useTranslation('items');
  if (change)
    return (
      <>
        <Text size="sm">{`${change.externalId} · ${change.title}`}</Text>
        <DimmedText size="xs">
          {[...change.fields.map((name) => t(name)), ...change.attributes].join(', ')}
        </DimmedText>
      </>
    );
  return errors.map(({ column, value, message }) => (
    <Text key={column + message} size="sm">
      {t('rowError', { column: column || t('row'), value: value || '–', message })}
    </Text>
  ));
};
