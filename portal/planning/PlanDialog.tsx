import { NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskMove } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { DateTimeInput } from '#portal/ui/DateInput.tsx';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { usePlanning } from './use-planning.ts';

export const PlanDialog = (props: { tasks: readonly TaskView[]; onClose: () => void }) => {
  const { onClose } = props;
  // Keeps the task revisions from when the dialog opened, so that the server rejects conflicting changes.
  const [tasks] = useState(props.tasks);
  const { t } = useTranslation('tasks');
  const { t: tPlanning } = useTranslation('planning');
  const fieldLabels = useTaskFieldLabels();
  const plan = usePlanning();
  // Sends only the edited fields: the tasks may differ in the others.
  const edits = useEdits<{ change: Pick<TaskMove, 'plannedStart' | 'plannedMinutes'> }>(
    `plan ${tasks.map(({ id }) => id).join(' ')}`,
    { change: {} },
  );
  const { change } = edits.values;
  const addChange = (editedFields: typeof change) => edits.edit({ change: { ...change, ...editedFields } });
  const { plannedStart, plannedMinutes } = {
    ...(tasks.length === 1 ? tasks[0]! : { plannedStart: null, plannedMinutes: null }),
    ...change,
  };
  const save = useMutation({
    mutationFn: () => edits.send(() => plan(tasks, change, (count) => t('plannedDone', { count }))),
    onMutate: usePageTracker(),
    onSuccess: (_result, _input, isStillOnPage) => isStillOnPage() && onClose(),
  });
  return (
    <FormModal opened onClose={onClose} title={tPlanning('planTasks', { count: tasks.length })}>
      <EditForm edits={edits} onSubmit={save.mutate}>
        <Stack>
          {tasks.length > 1 && <Text size="sm">{t('untouchedStays')}</Text>}
          <DateTimeInput
            data-autofocus
            label={fieldLabels.getLabel('plannedStart')}
            value={plannedStart ?? null}
            onChange={(start) => addChange({ plannedStart: start })}
          />
          <NumberInput
            label={fieldLabels.getLabel('plannedMinutes')}
            description={t('minutesHint')}
            min={5}
            max={20_160}
            step={15}
            value={plannedMinutes ?? ''}
            onChange={(value) => addChange({ plannedMinutes: typeof value === 'number' ? value : null })}
          />
          <FormProblem problem={save.error} />
          <DialogButtons
            edits={edits}
            onClose={onClose}
            label={t('plan')}
            isBusy={save.isPending}
            disabled={!edits.isDirty}
          />
        </Stack>
      </EditForm>
    </FormModal>
  );
};
