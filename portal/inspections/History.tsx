import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { InspectionRevision } from '#contract/inspection-revision.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { listRevisions } from '#portal/api/inspections.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { useNames } from '#portal/people/use-names.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { AnswerValue } from './AnswerValue.tsx';
import { extractCommentText } from './extract-comment-text.ts';
import type { FindLabel } from './list-questions.ts';

const route = getRouteApi('/inspections/$inspectionId');
type Props = { inspection: Inspection; fields: ReadonlyMap<string, Field>; findLabel: FindLabel };

export const History = ({ inspection, fields, findLabel }: Props) => {
  const { t } = useTranslation('inspections');
  const { field } = route.useSearch();
  const navigate = route.useNavigate();
  const { query, rows } = usePages({
    queryKey: ['revisions', inspection.id, field],
    readPage: (after) => listRevisions(inspection.id, { field, after }),
    selectRows: ({ revisions }) => revisions,
    isLive: true,
  });
  const columns = useColumns({ inspection, fields, findLabel });
  return (
    <>
      <Returns inspection={inspection} findLabel={findLabel} />
      {field !== undefined && (
        <Group mb="sm">
          <Text size="sm">
            {t('onlyQuestion', { label: findLabel(inspection.items[0]?.itemId ?? null, field) })}
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
        query={query}
        empty={<EmptyState title={t('noHistory')}>{t('noHistoryHint')}</EmptyState>}
        caption={t('history')}
        columns={columns}
        rows={rows}
        keyOf={({ revision }) => revision}
      />
    </>
  );
};

const useColumns = ({ inspection, fields, findLabel }: Props): Column<InspectionRevision>[] => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const items = new Map(inspection.items.map(({ itemId, title }) => [itemId, title]));
  return [
    {
      key: 'revision',
      header: t('revision'),
      cell: ({ revision }) => revision,
      isNumber: true,
      isHiddenOnPhone: true,
    },
    {
      key: 'time',
      header: t('time'),
      cell: ({ receivedAt, givenAt }) => (
        <>
          {formatDateTime(receivedAt)}
          {givenAt !== null && (
            <DimmedText size="xs">{t('answeredAt', { time: formatDateTime(givenAt) })}</DimmedText>
          )}
        </>
      ),
    },
    {
      key: 'question',
      header: t('question'),
      cell: ({ field, itemId }) => (
        <>
          {findLabel(itemId, field)}
          {itemId !== null && <DimmedText size="xs">{items.get(itemId)}</DimmedText>}
        </>
      ),
    },
    {
      key: 'value',
      header: t('value'),
      cell: ({ field, itemId, value, isComment, isLate, isPrefilled }) => (
        <Group gap={6}>
          <AnswerValue
            field={(!isComment && fields.get(field)) || { type: 'text' }}
            label={findLabel(itemId, field)}
            value={isComment ? extractCommentText(value) : value}
            uploads={inspection.uploads}
            emptyText={t('cleared')}
          />
          {isComment && <StatusBadge tone="calm">{t('inspectorComment')}</StatusBadge>}
          {isPrefilled && <StatusBadge tone="calm">{t('prefilledAnswer')}</StatusBadge>}
          {isLate && <StatusBadge tone="warn">{t('late')}</StatusBadge>}
        </Group>
      ),
    },
    { key: 'user', header: t('user'), cell: ({ userName }) => formatName(userName), isHiddenOnPhone: true },
    { key: 'device', header: t('device'), cell: ({ device }) => device ?? '–', isHiddenOnPhone: true },
  ];
};

const Returns = ({
  inspection: { returns, omittedReturns },
  findLabel,
}: Pick<Props, 'inspection' | 'findLabel'>) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  if (returns.length === 0) return null;
  return (
    <Paper withBorder p="md" mb="md">
      <Title order={2} size="sm" mb="xs">
        {t('returns')}
      </Title>
      <List size="sm">
        {returns.map(({ completion, userName, returnedAt, comment, fields }) => (
          <List.Item key={returnedAt}>
            {t('returnedBy', { completion, name: formatName(userName), time: formatDateTime(returnedAt) })}
            {[
              comment,
              ...fields.map(
                (fieldComment) =>
                  `${findLabel(fieldComment.itemId ?? null, fieldComment.field)}: ${fieldComment.comment}`,
              ),
            ]
              .filter((line) => line !== null)
              .map((line) => (
                <DimmedText key={line}>{line}</DimmedText>
              ))}
          </List.Item>
        ))}
      </List>
      {omittedReturns > 0 && <DimmedText>{t('omittedReturns', { count: omittedReturns })}</DimmedText>}
    </Paper>
  );
};
