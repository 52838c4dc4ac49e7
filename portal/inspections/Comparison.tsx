import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Inspection, InspectionComparison } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { compareCompletions } from '#portal/api/inspections.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { parseFieldName } from '#portal/workbooks/fields/fields-by-name.ts';
import { AnswerValue } from './AnswerValue.tsx';
import type { FindLabel } from './list-questions.ts';

const route = getRouteApi('/inspections/$inspectionId');
type Props = { inspection: Inspection; fields: ReadonlyMap<string, Field>; findLabel: FindLabel };
type Change = InspectionComparison['changes'][number];

export const Comparison = ({ inspection, fields, findLabel }: Props) => {
  const { t } = useTranslation('inspections');
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const { completion, state } = inspection;
  const isComparable = completion > 1 || (completion === 1 && state !== 'Closed');
  const comparison = useQuery({
    queryKey: ['inspection', inspection.id, 'comparison', from, to, completion],
    queryFn: () => compareCompletions(inspection.id, { from, to }),
    enabled: isComparable,
    meta: { isLive: true },
  });
  const columns = useColumns({ inspection, fields, findLabel });
  if (!isComparable)
    return <EmptyState title={t('nothingToCompare')}>{t('nothingToCompareHint')}</EmptyState>;
  if (comparison.isError)
    return <ProblemNote problem={comparison.error} onRetry={() => void comparison.refetch()} />;
  if (comparison.isPending) return <Skeleton h={200} />;
  const { changes } = comparison.data;
  const completionOptions = Array.from({ length: completion }, (_, index) => ({
    value: String(index + 1),
    label: t('completionNumber', { number: index + 1 }),
  }));
  const selectCompletions = (completions: { from?: number; to?: number | undefined }) =>
    void navigate({ search: (search) => ({ ...search, ...completions }), replace: true });
  return (
    <Stack>
      <Group align="end">
        <Select
          label={t('from')}
          data={completionOptions}
          value={String(comparison.data.from)}
          onChange={(value) => value && selectCompletions({ from: Number(value) })}
          allowDeselect={false}
        />
        <Select
          label={t('to')}
          data={
            state === 'Closed'
              ? completionOptions
              : [...completionOptions, { value: '', label: t('currentAnswers') }]
          }
          value={comparison.data.to === null ? '' : String(comparison.data.to)}
          onChange={(value) => selectCompletions({ to: value ? Number(value) : undefined })}
          allowDeselect={false}
        />
        <Text size="sm" role="status" pb={8}>
          {changes.length === 0 ? t('noChanges') : t('changes', { count: changes.length })}
        </Text>
      </Group>
      {changes.length > 0 && (
        <ListTable
          caption={t('comparison')}
          columns={columns}
          rows={changes}
          keyOf={({ itemId, field }) => `${itemId ?? ''}/${field}`}
        />
      )}
    </Stack>
  );
};

const useColumns = ({ inspection, fields, findLabel }: Props): Column<Change>[] => {
  const { t } = useTranslation('inspections');
  const items = new Map(inspection.items.map(({ itemId, title }) => [itemId, title]));
  const renderValue = (value: unknown, { field: path, itemId }: Change) => (
    <AnswerValue
      field={fields.get(parseFieldName(path)) ?? { type: 'text' }}
      label={findLabel(itemId, path)}
      value={value}
      uploads={inspection.uploads}
      emptyText={t('nothing')}
    />
  );
  return [
    {
      key: 'question',
      header: t('question'),
      cell: ({ field, itemId }) => (
        <>
          {findLabel(itemId, field)}
          <DimmedText size="xs">
            {[itemId !== null && items.get(itemId), field.includes('[') && field].filter(Boolean).join(' · ')}
          </DimmedText>
        </>
      ),
    },
    { key: 'before', header: t('before'), cell: (change) => renderValue(change.before, change) },
    { key: 'after', header: t('after'), cell: (change) => renderValue(change.after, change) },
  ];
};
