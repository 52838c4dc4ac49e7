import { useTranslation } from 'react-i18next';
import type { TaskChange } from '#inspector/store/task-change.ts';
import classes from './TaskChangeNote.module.css';

const ANSWERS = { 'on this device': 'answersHere', late: 'answersLate', 'on time': 'answersOnTime' } as const;

/** How others changed the task, and where the inspector's answers are. */
export const TaskChangeNote = ({
  taskChange: { kind, assigneeName, answers },
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
      case 'completed on another device':
        return t('taskCompleted');
    }
  };
  return (
    <p className={classes.note}>
      <strong>{title()}</strong>
      {t(ANSWERS[answers])}
    </p>
  );
};
