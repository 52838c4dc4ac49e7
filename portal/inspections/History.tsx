import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { InspectionRevision } from '#contract/inspection-revision.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { listRevisions } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { AnswerValue } from './AnswerValue.tsx';
import { commentText } from './comment-text.ts';
import type { LabelAt } from './list-questions.ts';

const route = getRouteApi('/inspections/$inspectionId');
type Fields = ReadonlyMap<string, Field>;
type Props = { inspection: Inspection; fields: Fields; labelAt: LabelAt };

/** All changes to answers and comments, for all questions or one, and the returns by reviewers. */
export const History = ({ inspection, fields, labelAt }: Props) => {
  const { t } = useTranslation('inspections');
  const { field } = route.useSearch();
  const navigate = route.useNavigate();
  const revisionsQuery = useInfiniteQuery({
    queryKey: ['revisions', inspection.id, field],
    queryFn: ({ pageParam }) => listRevisions(inspection.id, { field, after: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { isLive: true },
  });
  const columns = useColumns({ inspection, fields, labelAt });
  const rows = revisionsQuery.data?.pages.flatMap(({ revisions }) => revisions);
  return (
    <>
      <Returns inspection={inspection} labelAt={labelAt} />
      {field !== undefined && (
        <Group mb="sm">
          <Text size="sm">
            {t('onlyQuestion', { label: labelAt(inspection.items[0]?.itemId ?? null, field) })}
          </Text>
          <Button
            size="xs"
            variant="default"
            onClick={() => void navigate({ search: { tab: 'history' }, replace: true })}
          >
            {t('allQuestions')}
          </Button>
        </Group>
      )}
      <QueryTable
        query={revisionsQuery}
        empty={<EmptyState title={t('noHistory')}>{t('noHistoryHint')}</EmptyState>}
        caption={t('history')}
        columns={columns}
        rows={rows}
        keyOf={({ revision }) => revision}
      />
    </>
  );
};

const useColumns = ({ inspection, fields, labelAt }: Props): Column<InspectionRevision>[] => {
  const { t } = useTranslation('inspections');
  const nameOf = useNames();
  const language = currentLanguage();
  const items = new Map(inspection.items.map(({ itemId, title }) => [itemId, title]));
  return [
    {
      key: 'revision',
      head: t('revision'),
      cell: ({ revision }) => revision,
      isNumber: true,
      isHiddenOnPhone: true,
    },
    {
      key: 'time',
      head: t('time'),
      cell: ({ receivedAt, givenAt }) => (
        <>
          {formatDateTime(receivedAt, language)}
          {givenAt !== null && (
            <DimmedText size="xs">{t('answeredAt', { time: formatDateTime(givenAt, language) })}</DimmedText>
          )}
        </>
      ),
    },
    {
      key: 'question',
      head: t('question'),
      cell: ({ field, itemId }) => (
        <>
          {labelAt(itemId, field)}
          {itemId !== null && <DimmedText size="xs">{items.get(itemId)}</DimmedText>}
        </>
      ),
    },
    {
      key: 'value',
      head: t('value'),
      cell: ({ field, itemId, value, isComment, isLate, isPrefilled }) => (
        <Group gap={6}>
          <AnswerValue
            field={(!isComment && fields.get(field)) || { type: 'text' }}
            label={labelAt(itemId, field)}
            value={isComment ? commentText(value) : value}
            uploads={inspection.uploads}
            emptyText={t('cleared')}
          />
          {isComment && <StatusBadge tone="calm">{t('inspectorComment')}</StatusBadge>}
          {isPrefilled && <StatusBadge tone="calm">{t('prefilledAnswer')}</StatusBadge>}
          {isLate && <StatusBadge tone="warn">{t('late')}</StatusBadge>}
        </Group>
      ),
    },
    { key: 'user', head: t('user'), cell: ({ userName }) => nameOf(userName), isHiddenOnPhone: true },
    { key: 'device', head: t('device'), cell: ({ device }) => device ?? '–', isHiddenOnPhone: true },
  ];
};

const Returns = ({ inspection: { returns }, labelAt }: Pick<Props, 'inspection' | 'labelAt'>) => {
  const { t } = useTranslation('inspections');
  const nameOf = useNames();
  if (returns.length === 0) return null;
  return (
    <Paper withBorder p="md" mb="md">
      <Title order={2} size="sm" mb="xs">
        {t('returns')}
      </Title>
      <List size="sm">
        {returns.map(({ completion, userName, returnedAt, comment, fields }) => (
          <List.Item key={returnedAt}>
            {t('returnedBy', {
              completion,
              name: nameOf(userName),
              time: formatDateTime(returnedAt, currentLanguage()),
            })}
            {[comment, ...fields.map((on) => `${labelAt(on.itemId ?? null, on.field)}: ${on.comment}`)]
              .filter((line) => line !== null)
              .map((line) => (
                <DimmedText key={line}>{line}</DimmedText>
              ))}
          </List.Item>
        ))}
      </List>
    </Paper>
  );
};
