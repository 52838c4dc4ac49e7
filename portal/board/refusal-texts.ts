import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import type { RefusedMove } from '#portal/api/tasks.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { useBoardWords } from './words.ts';

const REASONS = {
  notFound: 'refusedNotFound',
  state: 'refusedState',
  dates: 'refusedDates',
  assignee: 'refusedAssignee',
  team: 'refusedTeam',
} as const;

/** Why a move was refused; when somebody else was first: who, and where the task is now. */
export const useRefusalTexts = () => {
  const t = useBoardWords();
  const frame = useFrameWords();
  return ({ reason, task, changedBy }: RefusedMove, title: string): string => {
    if (reason !== 'changed') return t(REASONS[reason], { title });
    if (!task) return t('refusedNotFound', { title });
    const name = changedBy ? fullName(changedBy) : t('somebody');
    const person = task.assignee ? fullName(task.assignee) : frame('nobody');
    return task.plannedStart === null
      ? t('changedToList', { name, title, person })
      : t('changedTo', { name, title, person, at: sayMoment(task.plannedStart, currentLanguage()) });
  };
};
