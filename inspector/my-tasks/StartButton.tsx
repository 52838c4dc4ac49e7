import { useNavigate } from '@tanstack/react-router';
import { useDevice } from '#inspector/frame/device.ts';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { startInspection } from '#inspector/store/start-inspection.ts';
import type { ListedTask } from './group-tasks.ts';
import classes from './TaskCard.module.css';
import { useTaskWords } from './words.ts';

/** One tap to the first question, or to what was answered; nothing where there is nothing to be done. */
export const StartButton = ({ listed: { task, inspection, meanwhile } }: { listed: ListedTask }) => {
  const t = useTaskWords();
  const { store, owner } = useDevice();
  const navigate = useNavigate();
  const { state, assignee } = task.work.task;
  const isAnew = meanwhile?.kind === 'begun anew';
  const isOver = inspection && !isAnew && (inspection.finishedAt !== null || meanwhile !== undefined);
  const isMine = !task.isGone && (assignee === null || assignee.id === owner.id);
  const isOpen = state !== 'Closed' && state !== 'Canceled';
  if (!isOver && !(isMine && isOpen)) return null;
  const open = async () => {
    const inspectionId = isOver ? inspection.id : await startInspection(store, task.id);
    await navigate({ to: '/inspections/$inspectionId', params: { inspectionId } });
  };
  return (
    <TouchButton className={classes.act!} variant={isOver ? 'default' : 'filled'} onClick={() => void open()}>
      {isOver ? t('look') : inspection && !isAnew ? t('goOn') : t('begin')}
    </TouchButton>
  );
};
