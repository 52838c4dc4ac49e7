import { useTranslation } from 'react-i18next';
import type { TaskView } from '#contract/task-view.ts';
import { AssignDialog } from '#portal/planning/AssignDialog.tsx';
import { PlanDialog } from '#portal/planning/PlanDialog.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { useTaskActions } from './use-task-actions.ts';

export type TaskDialog = 'assign' | 'plan' | 'cancel' | 'delete';

type Props = {
  dialog: TaskDialog;
  tasks: readonly TaskView[];
  onClose: () => void;
  /** Called after a deletion, unless the user has left the page. */
  onDeleted?: () => Promise<void>;
};

export const TaskDialogs = ({ dialog, tasks, onClose, onDeleted }: Props) => {
  const { t } = useTranslation('tasks');
  const actions = useTaskActions();
  const trackPage = usePageTracker();
  const { length: count } = tasks;
  const remove = async () => {
    const isStillOnPage = trackPage();
    if ((await actions.remove(tasks)) && isStillOnPage()) await onDeleted?.();
  };
  switch (dialog) {
    case 'assign':
      return <AssignDialog tasks={tasks} onClose={onClose} />;
    case 'plan':
      return <PlanDialog tasks={tasks} onClose={onClose} />;
    case 'cancel':
      return (
        <ConfirmDialog
          question={t('cancelAsk', { count })}
          confirmLabel={t('cancelTasks', { count })}
          dismissLabel={t('keepTasks', { count })}
          onConfirm={() => actions.cancel(tasks)}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          question={t('deleteAsk', { count })}
          confirmLabel={t('deleteTasks')}
          onConfirm={remove}
          onClose={onClose}
        />
      );
  }
};
