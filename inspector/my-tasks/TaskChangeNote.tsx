import { useTranslation } from 'react-i18next';
import type { TaskChange } from '#inspector/store/task-change.ts';
import classes from './TaskChangeNote.module.css';

const TITLE_KEYS = {
  cancelled: 'taskCancelled',
  reassigned: 'taskReassigned',
  restarted: 'taskRestarted',
  completedElsewhere: 'taskCompleted',
} as const;
const ANSWER_STATUS_KEYS = {
  unsent: 'answersUnsent',
  late: 'answersLate',
  received: 'answersReceived',
} as const;

type Props = { taskChange: TaskChange };

export const TaskChangeNote = ({ taskChange: { kind, assigneeName, answerStatus } }: Props) => {
  const { t } = useTranslation('general');
  const isUnavailable = kind === 'reassigned' && assigneeName === null;
  return (
    <p className={classes.note}>
      <strong>{t(isUnavailable ? 'taskUnavailable' : TITLE_KEYS[kind], { name: assigneeName })}</strong>
      {t(ANSWER_STATUS_KEYS[answerStatus])}
    </p>
  );
};
