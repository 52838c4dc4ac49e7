import { Alert, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/workbook-definition.ts';
import type { XlsformEntry, XlsformImport } from '#contract/xlsform.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './FormImport.module.css';

type Severity = XlsformEntry['severity'];
const SEVERITIES: Severity[] = ['error', 'lost', 'changed'];
/** The maximum number of rows shown. Filtering by severity can reveal others. */
const MAX_ROWS = 500;

export const ImportReport = ({ form, fileName }: { form: XlsformImport; fileName: string }) => {
  const { t } = useTranslation('xlsform');
  const [severity, setSeverity] = useState<Severity | 'all'>('all');
  const { definition, report, errors } = form;
  const count = (value: Severity) => report.filter((entry) => entry.severity === value).length;
  const filtered = report.filter((entry) => severity === 'all' || entry.severity === severity);
  const summary = report.length === 0 ? t('complete', { name: fileName }) : t('partial', { name: fileName });
  return (
    <Stack gap="sm">
      <Alert color={definition === null ? 'red' : report.length === 0 ? 'green' : 'yellow'} role="status">
        <Text size="sm">{definition === null ? t('noQuestions') : summary}</Text>
        <Group gap="md" mt={4}>
          {definition !== null && (
            <Text size="sm">{t('fields', { count: countFields(definition.fields as Field[]) })}</Text>
          )}
          {count('error') > 0 && <Text size="sm">{t('formErrors', { count: count('error') })}</Text>}
          {count('lost') > 0 && <Text size="sm">{t('lost', { count: count('lost') })}</Text>}
          {count('changed') > 0 && <Text size="sm">{t('changed', { count: count('changed') })}</Text>}
          {errors.length > 0 && <Text size="sm">{t('errors', { count: errors.length })}</Text>}
        </Group>
      </Alert>
      {report.length > 0 && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('show')}
            value={severity}
            onChange={(value) => setSeverity(value as Severity | 'all')}
            data={[
              { value: 'all', label: t('all') },
              ...SEVERITIES.map((value) => ({
                value,
                label: t(`${value}Kind`),
                disabled: count(value) === 0,
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
                {filtered.slice(0, MAX_ROWS).map((entry) => (
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
  const { sheet, row, lastRow, column, severity, message } = entry;
  const location = () => {
    if (row === undefined) return sheet;
    return lastRow === undefined ? t('rowOf', { sheet, row }) : t('rowsOf', { sheet, row, lastRow });
  };
  return (
    <Table.Tr>
      <Table.Td className={classes.kind} data-kind={severity}>
        {t(`${severity}Kind`)}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{location()}</Text>
        {column !== undefined && <DimmedText size="xs">{column}</DimmedText>}
      </Table.Td>
      <Table.Td>{message}</Table.Td>
    </Table.Tr>
  );
};

const countFields = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum + 1 + countFields(field.fields ?? []), 0);
