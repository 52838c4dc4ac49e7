import { Skeleton, Text, Timeline } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type TaskFieldName, type TaskFieldValue, taskFields } from '#contract/task-fields.ts';
import type { TaskHistoryEntry } from '#contract/task-history.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { listTaskHistory } from '#portal/api/task-history.ts';
import { useNames } from '#portal/people/use-names.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { MoreRows } from '#portal/ui/MoreRows.tsx';
import { useTaskFieldTexts } from '#task-fields/task-field-texts.ts';

/** The history of a task, oldest entry first. */
export const TaskHistory = ({ taskId }: { taskId: string }) => {
  const history = useInfiniteQuery({
    queryKey: ['task history', taskId],
    queryFn: ({ pageParam }) => listTaskHistory(taskId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { isLive: true },
  });
  if (history.isPending) return <Skeleton h={160} />;
  const problem = history.isError && (
    <ProblemNote problem={history.error} onRetry={() => void history.refetch()} />
  );
  if (!history.data) return problem;
  const entries = history.data.pages.flatMap((page) => page.entries);
  return (
    <>
      {problem}
      <Timeline bulletSize={12} lineWidth={2} active={entries.length}>
        {entries.map((entry) => (
          <Timeline.Item key={`${entry.at} ${entry.kind} ${entry.inspectionId}`}>
            <Text size="sm">
              <Sentence entry={entry} />
            </Text>
            <Changes entry={entry} />
            <DimmedText size="xs">{formatDateTime(entry.at, currentLanguage())}</DimmedText>
          </Timeline.Item>
        ))}
      </Timeline>
      <MoreRows query={history} />
    </>
  );
};

const Sentence = ({ entry }: { entry: TaskHistoryEntry }) => {
  const { t } = useTranslation('task-history');
  const nameOf = useNames();
  const name = entry.userName === null ? t('someone') : nameOf(entry.userName);
  const late = 'isLate' in entry.details && entry.details.isLate ? t('late') : '';
  switch (entry.kind) {
    case 'answered':
    case 'commented':
    case 'uploaded':
      return t(entry.kind, { name, count: entry.details.count, late });
    case 'started':
      return entry.details.isLate
        ? t('startedLate', { name })
        : t(entry.kind, { name, count: entry.details.prefilled });
    case 'conflicted':
      return t(entry.kind, {
        name,
        field: entry.details.field,
        otherName: nameOf(entry.details.other.userName),
      });
    case 'followedUp':
      return entry.details.externalId === null
        ? t('notFollowedUp', { field: entry.details.field, reason: entry.details.error })
        : t(entry.kind, { field: entry.details.field, task: entry.details.externalId });
    case 'completed':
      return t(entry.details.completion > 1 ? 'completedAgain' : 'completed', { name });
    case 'returned':
      return entry.details.comment === null
        ? t('returned', { name })
        : t('returnedWithComment', { name, comment: entry.details.comment });
    default:
      return t(entry.kind, { name });
  }
};

const Changes = ({ entry }: { entry: TaskHistoryEntry }) => {
  const { t } = useTranslation('task-history');
  const { t: tasks } = useTranslation('tasks');
  const fieldTexts = useTaskFieldTexts();
  if (entry.kind !== 'edited') return null;
  const say = (member: string, value: unknown) => {
    if (value === null || value === undefined) return t('nothing');
    return isField(member)
      ? fieldTexts.value(member, value as TaskFieldValue<typeof member>)
      : formatValue(value);
  };
  const labels: Readonly<Record<string, string>> = {
    title: tasks('title'),
    teamName: tasks('team'),
    workbookName: tasks('workbook'),
    assignedUserName: tasks('assignee'),
    itemsToInspect: tasks('items'),
  };
  return entry.details.changes.map(({ member, before, after }) => (
    <DimmedText key={member} size="xs">
      {t('change', {
        // A custom property has its own name.
        member: isField(member) ? fieldTexts.label(member) : (labels[member] ?? member),
        before: say(member, before),
        after: say(member, after),
      })}
    </DimmedText>
  ));
};

const isField = (member: string): member is TaskFieldName => Object.hasOwn(taskFields, member);

const formatValue = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));
