import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { fullName } from '#portal/api/lookups.ts';
import type { RejectedMove } from '#portal/api/tasks.ts';

const REASON_KEYS = {
  notFound: 'refusedNotFound',
  state: 'refusedState',
  dates: 'refusedDates',
  assignee: 'refusedAssignee',
  team: 'refusedTeam',
} as const;

/**
 * Returns a function that explains why a move was rejected. For a conflict, the message names the other person and the
 * current plan.
 */
export const useRejectionMessage = () => {
  const { t } = useTranslation('board');
  const { t: general } = useTranslation('general');
  return ({ reason, task, changedBy }: RejectedMove, title: string): string => {
    if (reason !== 'changed') return t(REASON_KEYS[reason], { title });
    if (!task) return t('refusedNotFound', { title });
    const name = changedBy ? fullName(changedBy) : t('someone');
    const person = task.assignee ? fullName(task.assignee) : general('nobody');
    return task.plannedStart === null
      ? t('changedToList', { name, title, person })
      : t('changedTo', { name, title, person, at: formatDateTime(task.plannedStart, currentLanguage()) });
  };
};
