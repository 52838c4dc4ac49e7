import { Group, Stack, Text, Title } from '@mantine/core';
import type { ItemImportFault } from '#contract/item-import.ts';
import { Mark, type Tone } from '#kit/Mark.tsx';
import type { ImportResult } from '#portal/api/items.ts';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { useItemsWords } from './words.ts';

const COUNTS = [
  ['created', 'good'],
  ['updated', 'calm'],
  ['revived', 'calm'],
  ['unchanged', 'plain'],
  ['refused', 'bad'],
] as const satisfies (readonly [string, Tone])[];

/** What a file does to the items: counted, and row by row where it is at fault. */
export const ImportReport = ({
  title,
  result: { summary, errors },
}: {
  title: string;
  result: ImportResult;
}) => {
  const t = useItemsWords();
  const columns: Column<ItemImportFault>[] = [
    { key: 'line', head: t('line'), isNumber: true, cell: ({ line }) => line },
    { key: 'column', head: t('column'), cell: ({ column }) => column || '–' },
    { key: 'value', head: t('value'), isDeskOnly: true, cell: ({ value }) => value || '–' },
    { key: 'message', head: t('whatIsRight'), cell: ({ message }) => message },
  ];
  return (
    <Stack gap="sm" component="section" aria-label={title} role="status">
      <Title order={3}>{title}</Title>
      <Group gap="xs">
        {COUNTS.filter(([name]) => summary[name] > 0).map(([name, tone]) => (
          <Mark key={name} tone={tone}>
            {`${t(name)}: ${summary[name]}`}
          </Mark>
        ))}
      </Group>
      {summary.attributes.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('attributeColumns', { names: summary.attributes.join(', ') })}
        </Text>
      )}
      {summary.faults === 0 ? (
        <Text size="sm">{t('noFaults')}</Text>
      ) : (
        <>
          <Text size="sm">
            {t('faults', { count: summary.faults })}
            {summary.faults > errors.length && ` ${t('firstFaults', { count: errors.length })}`}
          </Text>
          <ListTable
            caption={t('faults', { count: summary.faults })}
            columns={columns}
            rows={errors}
            keyOf={({ line, column }) => `${line} ${column}`}
          />
        </>
      )}
    </Stack>
  );
};
