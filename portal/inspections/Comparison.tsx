import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Inspection, InspectionComparison } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { compareCompletions } from '#portal/api/inspections.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { AnswerValue } from './AnswerValue.tsx';
import { lastName } from './fields-by-name.ts';
import type { LabelAt } from './list-questions.ts';

const route = getRouteApi('/inspections/$inspectionId');
type Fields = ReadonlyMap<string, Field>;
type Props = { inspection: Inspection; fields: Fields; labelAt: LabelAt };
type Change = InspectionComparison['changes'][number];

/** The answers that changed between two completions. */
export const Comparison = ({ inspection, fields, labelAt }: Props) => {
  const { t } = useTranslation('inspections');
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const { completion, state } = inspection;
  const isComparable = completion > 1 || (completion === 1 && state !== 'Closed');
  const compared = useQuery({
    queryKey: ['inspection', inspection.id, 'comparison', from, to, completion],
    queryFn: () => compareCompletions(inspection.id, { from, to }),
    enabled: isComparable,
    meta: { isLive: true },
  });
  const columns = useColumns({ inspection, fields, labelAt });
  if (!isComparable)
    return <EmptyState title={t('nothingToCompare')}>{t('nothingToCompareHint')}</EmptyState>;
  if (compared.isError)
    return <ProblemNote problem={compared.error} onRetry={() => void compared.refetch()} />;
  if (compared.isPending) return <Skeleton h={200} />;
  const { changes } = compared.data;
  const completions = Array.from({ length: completion }, (_, place) => ({
    value: String(place + 1),
    label: t('completionNumber', { number: place + 1 }),
  }));
  const select = (selected: { from?: number; to?: number | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...selected }), replace: true });
  return (
    <Stack>
      <Group align="end">
        <Select
          label={t('from')}
          data={completions}
          value={String(compared.data.from)}
          onChange={(value) => value && select({ from: Number(value) })}
          allowDeselect={false}
        />
        <Select
          label={t('to')}
          data={
            state === 'Closed' ? completions : [...completions, { value: '', label: t('currentAnswers') }]
          }
          value={compared.data.to === null ? '' : String(compared.data.to)}
          onChange={(value) => select({ to: value ? Number(value) : undefined })}
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

const useColumns = ({ inspection, fields, labelAt }: Props): Column<Change>[] => {
  const { t } = useTranslation('inspections');
  const items = new Map(inspection.items.map(({ itemId, title }) => [itemId, title]));
  const side = (value: unknown, { field: path, itemId }: Change) => (
    <AnswerValue
      field={fields.get(lastName(path)) ?? { type: 'text' }}
      label={labelAt(itemId, path)}
      value={value}
      uploads={inspection.uploads}
      whenNone={t('nothing')}
    />
  );
  return [
    {
      key: 'question',
      head: t('question'),
      cell: ({ field, itemId }) => (
        <>
          {labelAt(itemId, field)}
          <Text size="xs" c="dimmed">
            {[itemId !== null && items.get(itemId), field.includes('[') && field].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    { key: 'before', head: t('before'), cell: (change) => side(change.before, change) },
    { key: 'after', head: t('after'), cell: (change) => side(change.after, change) },
  ];
};
