import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaskHistoryEntry } from '#contract/task-history.ts';
import { readTask } from '#portal/api/tasks.ts';
import { useNames } from '#portal/people/use-names.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { useFieldLabel } from './use-field-label.ts';

type Entry<Kind extends TaskHistoryEntry['kind']> = Extract<TaskHistoryEntry, { kind: Kind }>;

export const HistorySentence = ({ entry }: { entry: TaskHistoryEntry }) => {
  const { t } = useTranslation('task-history');
  const formatName = useNames();
  const name = entry.userName === null ? t('someone') : formatName(entry.userName);
  const lateNote = 'isLate' in entry.details && entry.details.isLate ? t('late') : '';
  switch (entry.kind) {
    case 'answered':
    case 'commented':
    case 'uploaded':
      return t(entry.kind, { name, count: entry.details.count, late: lateNote });
    case 'started':
      return entry.details.isLate
        ? t('startedLate', { name })
        : t(entry.kind, { name, count: entry.details.prefilled });
    case 'conflicted':
      return <ConflictSentence entry={entry} name={name} />;
    case 'followedUp':
      return <FollowUpSentence entry={entry} />;
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

const ConflictSentence = ({ entry, name }: { entry: Entry<'conflicted'>; name: string }) => {
  const { t } = useTranslation('task-history');
  const formatName = useNames();
  const { field, other } = entry.details;
  const label = useFieldLabel(entry.inspectionId, field);
  return t('conflicted', { name, field: label, otherName: formatName(other.userName) });
};

const FollowUpSentence = ({ entry: { inspectionId, details } }: { entry: Entry<'followedUp'> }) => {
  const { t } = useTranslation('task-history');
  const { taskId, externalId, error } = details;
  const field = useFieldLabel(inspectionId, details.field);
  const followUp = useQuery({
    queryKey: ['task', taskId],
    queryFn: () => readTask(taskId!),
    enabled: taskId !== null,
    retry: false,
  });
  if (taskId === null) return t('notFollowedUp', { field, reason: error });
  return (
    <>
      {t('followedUp', { field })}{' '}
      <AnchorLink to="/tasks/$taskId" params={{ taskId }}>
        {followUp.data?.title ?? externalId}
      </AnchorLink>
    </>
  );
};
