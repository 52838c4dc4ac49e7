import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import type { ListedTask } from './group-tasks.ts';
import classes from './TaskCard.module.css';

export const StartButton = ({ listedTask: { task, inspection, taskChange } }: { listedTask: ListedTask }) => {
  const { t } = useTranslation('my-tasks');
  const { store, owner } = useDevice();
  const navigate = useNavigate();
  const { state, assignee } = task.work.task;
  const isRestarted = taskChange?.kind === 'restarted';
  const isOver = inspection && !isRestarted && (inspection.completedAt !== null || taskChange !== undefined);
  const isMine = !task.isGone && (assignee === null || assignee.id === owner.id);
  const isOpen = state !== 'Closed' && state !== 'Canceled';
  if (!isOver && !(isMine && isOpen)) return null;
  const open = async () => {
    const inspectionId = isOver ? inspection.id : await startInspection(store, task.id);
    await navigate({ to: '/inspections/$inspectionId', params: { inspectionId } });
  };
  return (
    <TouchButton
      className={classes.action!}
      variant={isOver ? 'default' : 'filled'}
      onClick={() => void open()}
    >
      {isOver ? t('viewInspection') : inspection && !isRestarted ? t('continue') : t('start')}
    </TouchButton>
  );
};
