import { Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Mark, type Tone } from '#kit/Mark.tsx';
import type { ImportResult } from '#portal/api/items.ts';
import { FilterButton } from '#portal/frame/FilterButton.tsx';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { type ReportedRow, ROW_OUTCOMES, type RowOutcome, reportedRows } from './import-rows.ts';
import { useItemsWords } from './words.ts';

const TONES = {
  refused: 'bad',
  created: 'good',
  updated: 'calm',
  revived: 'calm',
  unchanged: 'plain',
} as const satisfies Record<string, Tone>;
const COUNTED = [...ROW_OUTCOMES, 'unchanged'] as const;

/** What a file does to the items: counted, and row by row with what changes or is at fault. */
export const ImportReport = ({
  title,
  result: { summary, errors, rows = [] },
}: {
  title: string;
  result: ImportResult;
}) => {
  const t = useItemsWords();
  const [chosen, setChosen] = useState<RowOutcome[]>([]);
  const all = reportedRows(errors, rows);
  const isMeant = (outcome: RowOutcome) => chosen.length === 0 || chosen.includes(outcome);
  const shown = all.filter(({ outcome }) => isMeant(outcome));
  const outcomes = ROW_OUTCOMES.filter((outcome) => all.some((row) => row.outcome === outcome));
  // What was done is counted only: before it was done each row was told.
  const told = rows.length > 0 || errors.length > 0 ? outcomes.filter(isMeant) : [];
  const missing = told.reduce((sum, outcome) => sum + summary[outcome], 0) - shown.length;
  const columns: Column<ReportedRow>[] = [
    { key: 'line', head: t('line'), isNumber: true, cell: ({ line }) => line },
    {
      key: 'outcome',
      head: t('outcome'),
      cell: ({ outcome }) => <Mark tone={TONES[outcome]}>{t(outcome)}</Mark>,
    },
    { key: 'what', head: t('whatOfIt'), cell: (row) => <WhatOfIt row={row} /> },
  ];
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      <Group gap="xs" role="status">
        {COUNTED.filter((name) => summary[name] > 0).map((name) => (
          <Mark key={name} tone={TONES[name]}>
            {t('counted', { name: t(name), count: summary[name] })}
          </Mark>
        ))}
        {outcomes.length > 1 && (
          <FilterButton
            name={t('outcome')}
            choices={outcomes.map((value) => ({ value, label: t(value) }))}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
      </Group>
      {summary.attributes.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('attributeColumns', { names: summary.attributes.join(', ') })}
        </Text>
      )}
      {shown.length > 0 && (
        <ListTable caption={title} columns={columns} rows={shown} keyOf={({ line }) => line} />
      )}
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          {t('notShown', { count: missing })}
        </Text>
      )}
    </Stack>
  );
};

const WhatOfIt = ({ row: { change, faults } }: { row: ReportedRow }) => {
  const t = useItemsWords();
  if (change)
    return (
      <>
        <Text size="sm">{`${change.externalId} · ${change.title}`}</Text>
        <Text size="xs" c="dimmed">
          {[...change.members.map((name) => t(name)), ...change.attributes].join(', ')}
        </Text>
      </>
    );
  return faults.map(({ column, value, message }) => (
    <Text key={column + message} size="sm">
      {t('fault', { column: column || t('row'), value: value || '–', message })}
    </Text>
  ));
};
