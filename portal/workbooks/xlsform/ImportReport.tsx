import { Alert, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/workbook-definition.ts';
import type { XlsformEntry, XlsformImport } from '#contract/xlsform.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './FormImport.module.css';

type Outcome = XlsformEntry['outcome'];
const COUNT_KEYS = { error: 'formErrors', omitted: 'omitted', changed: 'changed' } as const;
const OUTCOMES = Object.keys(COUNT_KEYS) as Outcome[];
const MAX_SHOWN_ENTRIES = 500;

export const ImportReport = ({ form, fileName }: { form: XlsformImport; fileName: string }) => {
  const { t } = useTranslation('xlsform');
  const [outcome, setOutcome] = useState<Outcome | 'all'>('all');
  const { definition, report, errors } = form;
  const countEntries = (value: Outcome) => report.filter((entry) => entry.outcome === value).length;
  const filteredEntries = report.filter((entry) => outcome === 'all' || entry.outcome === outcome);
  const summary = report.length === 0 ? t('complete', { name: fileName }) : t('partial', { name: fileName });
  return (
    <Stack gap="sm">
      <Alert color={definition === null ? 'red' : report.length === 0 ? 'green' : 'yellow'} role="status">
        <Text size="sm">{definition === null ? t('noQuestions') : summary}</Text>
        <Group gap="md" mt={4}>
          {definition !== null && (
            <Text size="sm">{t('fields', { count: countFields(definition.fields as Field[]) })}</Text>
          )}
          {OUTCOMES.filter((value) => countEntries(value) > 0).map((value) => (
            <Text key={value} size="sm">
              {t(COUNT_KEYS[value], { count: countEntries(value) })}
            </Text>
          ))}
          {errors.length > 0 && <Text size="sm">{t('errors', { count: errors.length })}</Text>}
        </Group>
      </Alert>
      {report.length > 0 && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('show')}
            value={outcome}
            onChange={(value) => setOutcome(value as Outcome | 'all')}
            data={[
              { value: 'all', label: t('all') },
              ...OUTCOMES.map((value) => ({
                value,
                label: t(`${value}Kind`),
                disabled: countEntries(value) === 0,
              })),
            ]}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element needs to be focusable for keyboard users */}
          <section className={classes.report} tabIndex={0} aria-label={t('report')}>
            <Table stickyHeader verticalSpacing={4} aria-label={t('report')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('kind')}</Table.Th>
                  <Table.Th>{t('place')}</Table.Th>
                  <Table.Th>{t('message')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {filteredEntries.slice(0, MAX_SHOWN_ENTRIES).map((entry) => (
                  <EntryRow key={JSON.stringify(entry)} entry={entry} />
                ))}
              </Table.Tbody>
            </Table>
          </section>
        </>
      )}
    </Stack>
  );
};

const EntryRow = ({ entry }: { entry: XlsformEntry }) => {
  const { t } = useTranslation('xlsform');
  const { sheet, row, lastRow, column, outcome, message } = entry;
  const formatPosition = () => {
    if (row === undefined) return sheet;
    return lastRow === undefined ? t('rowOf', { sheet, row }) : t('rowsOf', { sheet, row, lastRow });
  };
  return (
    <Table.Tr>
      <Table.Td className={classes.kind} data-kind={outcome}>
        {t(`${outcome}Kind`)}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{formatPosition()}</Text>
        {column !== undefined && <DimmedText size="xs">{column}</DimmedText>}
      </Table.Td>
      <Table.Td>{message}</Table.Td>
    </Table.Tr>
  );
};

const countFields = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum + 1 + countFields(field.fields ?? []), 0);
