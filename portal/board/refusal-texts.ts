import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import { listTaskHistory } from '#portal/api/task-history.ts';
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
  return async ({ id, reason, message, task }: RefusedMove, title: string): Promise<string> => {
    if (reason !== 'changed' || !task) {
      const key = REASONS[reason as keyof typeof REASONS];
      return key ? t(key, { title }) : message;
    }
    const name = (await lastEditor(id)) ?? t('somebody');
    const person = task.assignee ? fullName(task.assignee) : frame('nobody');
    return task.plannedStart === null
      ? t('changedToList', { name, title, person })
      : t('changedTo', { name, title, person, at: sayMoment(task.plannedStart, currentLanguage()) });
  };
};

/** null: the history does not say, or cannot be read now. */
const lastEditor = async (taskId: string): Promise<string | null> => {
  const page = await listTaskHistory(taskId).catch(() => ({ entries: [] }));
  return page.entries.findLast(({ kind }) => kind === 'edited')?.userName ?? null;
};
