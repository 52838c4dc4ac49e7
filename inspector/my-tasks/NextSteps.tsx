import { useTranslation } from 'react-i18next';
import { TouchLink } from '#inspector/page/TouchLink.tsx';
import { listOpenTasks } from './group-tasks.ts';
import { useMyTasks } from './use-my-tasks.ts';

export const NextSteps = ({ taskId }: { taskId: string | null }) => {
  const { t } = useTranslation('my-tasks');
  const myTasks = useMyTasks('');
  const next = myTasks && listOpenTasks(myTasks.groups).find(({ task }) => task.id !== taskId)?.task;
  return (
    <>
      {next && (
        <TouchLink to="/tasks/$taskId" params={{ taskId: next.id }}>
          {t('nextTask', { title: next.work.task.title })}
        </TouchLink>
      )}
      <TouchLink to="/" variant={next ? 'default' : 'filled'}>
        {t('toList')}
      </TouchLink>
    </>
  );
};
