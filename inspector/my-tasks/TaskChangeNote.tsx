import { useTranslation } from 'react-i18next';
import type { TaskChange } from '#inspector/store/task-change.ts';
import classes from './TaskChangeNote.module.css';

const ANSWER_STATUS_KEYS = {
  unsent: 'answersUnsent',
  late: 'answersLate',
  received: 'answersReceived',
} as const;

/** Tells how others changed the task, and where the inspector's answers are. */
export const TaskChangeNote = ({
  taskChange: { kind, assigneeName, answerStatus },
}: {
  taskChange: TaskChange;
}) => {
  const { t } = useTranslation('general');
  const title = () => {
    switch (kind) {
      case 'cancelled':
        return t('taskCancelled');
      case 'reassigned':
        return assigneeName === null ? t('taskUnavailable') : t('taskReassigned', { name: assigneeName });
      case 'restarted':
        return t('taskRestarted');
      case 'completedElsewhere':
        return t('taskCompleted');
    }
  };
  return (
    <p className={classes.note}>
      <strong>{title()}</strong>
      {t(ANSWER_STATUS_KEYS[answerStatus])}
    </p>
  );
};
