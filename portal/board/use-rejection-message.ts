import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import type { RejectedMove } from '#portal/api/tasks.ts';

const REASON_KEYS = {
  notFound: 'rejectedNotFound',
  state: 'rejectedState',
  dates: 'rejectedDates',
  assignee: 'rejectedAssignee',
  team: 'rejectedTeam',
} as const;

export const useRejectionMessage = () => {
  const { t } = useTranslation('board');
  const { t: tGeneral } = useTranslation('general');
  return ({ reason, task, changedBy }: RejectedMove, title: string): string => {
    if (reason !== 'changed') return t(REASON_KEYS[reason], { title });
    if (!task) return t('rejectedNotFound', { title });
    const name = changedBy ? formatFullName(changedBy) : t('someone');
    const person = task.assignee ? formatFullName(task.assignee) : tGeneral('unassigned');
    return task.plannedStart === null
      ? t('changedToList', { name, title, person })
      : t('changedTo', { name, title, person, at: formatDateTime(task.plannedStart) });
  };
};
