import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Inspection } from '#contract/inspection.ts';
import type { InspectionRevision } from '#contract/inspection-revision.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { Mark } from '#kit/Mark.tsx';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { listRevisions } from '#portal/api/inspections.ts';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { MoreRows } from '#portal/frame/MoreRows.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useNames } from '#portal/frame/use-names.ts';
import { AnswerValue } from './AnswerValue.tsx';
import type { LabelAt } from './list-questions.ts';
import { remarkText } from './remark-text.ts';
import { useInspectionWords } from './words.ts';

const route = getRouteApi('/inspections/$inspectionId');
type Fields = ReadonlyMap<string, Field>;
type Props = { inspection: Inspection; fields: Fields; labelAt: LabelAt };

/** Every answer and remark that was ever given, of all questions or of one, and what reviewers returned. */
export const History = ({ inspection, fields, labelAt }: Props) => {
  const t = useInspectionWords();
  const { field } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useInfiniteQuery({
    queryKey: ['revisions', inspection.id, field],
    queryFn: ({ pageParam }) => listRevisions(inspection.id, { field, after: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { isLive: true },
  });
  const columns = useColumns({ inspection, fields, labelAt });
  const rows = found.data?.pages.flatMap(({ revisions }) => revisions);
  const problem = found.isError && <ProblemNote problem={found.error} onRetry={() => void found.refetch()} />;
  if (problem && !rows) return problem;
  return (
    <>
      {problem}
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
      {rows?.length === 0 ? (
        <EmptyState title={t('noHistory')}>{t('noHistoryHint')}</EmptyState>
      ) : (
        <ListTable caption={t('history')} columns={columns} rows={rows} keyOf={({ revision }) => revision} />
      )}
      <MoreRows query={found} />
    </>
  );
};

const useColumns = ({ inspection, fields, labelAt }: Props): Column<InspectionRevision>[] => {
  const t = useInspectionWords();
  const nameOf = useNames();
  const language = currentLanguage();
  const items = new Map(inspection.items.map(({ itemId, title }) => [itemId, title]));
  return [
    {
      key: 'revision',
      head: t('revision'),
      cell: ({ revision }) => revision,
      isNumber: true,
      isDeskOnly: true,
    },
    {
      key: 'when',
      head: t('when'),
      cell: ({ arrivedAt, givenAt }) => (
        <>
          {sayMoment(arrivedAt, language)}
          {givenAt !== null && (
            <Text size="xs" c="dimmed">
              {t('givenEarlier', { moment: sayMoment(givenAt, language) })}
            </Text>
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
          {itemId !== null && (
            <Text size="xs" c="dimmed">
              {items.get(itemId)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'value',
      head: t('value'),
      cell: ({ field, itemId, value, isRemark, isLate, isPrefilled }) => (
        <Group gap={6}>
          <AnswerValue
            field={(!isRemark && fields.get(field)) || { type: 'text' }}
            label={labelAt(itemId, field)}
            value={isRemark ? remarkText(value) : value}
            uploads={inspection.uploads}
            whenNone={t('takenBack')}
          />
          {isRemark && <Mark tone="calm">{t('remark')}</Mark>}
          {isPrefilled && <Mark tone="calm">{t('knownBeforehand')}</Mark>}
          {isLate && <Mark tone="warn">{t('late')}</Mark>}
        </Group>
      ),
    },
    { key: 'who', head: t('who'), cell: ({ userName }) => nameOf(userName), isDeskOnly: true },
    { key: 'device', head: t('device'), cell: ({ device }) => device ?? '–', isDeskOnly: true },
  ];
};

const Returns = ({ inspection: { returns }, labelAt }: Pick<Props, 'inspection' | 'labelAt'>) => {
  const t = useInspectionWords();
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
              moment: sayMoment(returnedAt, currentLanguage()),
            })}
            {[
              comment,
              ...fields.map((each) => `${labelAt(each.itemId ?? null, each.field)}: ${each.comment}`),
            ]
              .filter((line) => line !== null)
              .map((line) => (
                <Text key={line} size="sm" c="dimmed">
                  {line}
                </Text>
              ))}
          </List.Item>
        ))}
      </List>
    </Paper>
  );
};
