import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TaskView } from '#contract/task-view.ts';
import { MomentInput } from '#kit/MomentInput.tsx';
import type { Move } from '#portal/api/tasks.ts';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { FormModal } from '#portal/frame/FormOverlay.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { useEdits } from '#portal/frame/use-edits.ts';
import { usePlace } from '#portal/frame/use-place.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { useTaskActs } from './use-task-acts.ts';
import { useTaskWords } from './words.ts';

/** Says when tasks are to be begun, and how long they take. */
export const PlanDialog = (props: { tasks: readonly TaskView[]; onClose: () => void }) => {
  const { onClose } = props;
  // As they were when it was opened: what somebody else changes meanwhile is refused, and told.
  const [tasks] = useState(props.tasks);
  const t = useTaskWords();
  const frame = useFrameWords();
  const { plan } = useTaskActs();
  const [only] = tasks;
  // Only what is touched: of several tasks the rest differs, and stays.
  const draft = useEdits<{ change: Pick<Move, 'plannedStart' | 'plannedMinutes'> }>(
    `plan ${tasks.map(({ id }) => id).join(' ')}`,
    { change: {} },
  );
  const { change } = draft.values;
  const setChange = (more: typeof change) => draft.edit({ change: { ...change, ...more } });
  const { plannedStart, plannedMinutes } = {
    ...(tasks.length === 1 ? only! : { plannedStart: null, plannedMinutes: null }),
    ...change,
  };
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const markPlace = usePlace();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isStillHere = markPlace();
    setBusy(true);
    setProblem(undefined);
    try {
      await draft.send(() => plan(tasks, change, (count) => t('plannedDone', { count })));
      if (isStillHere()) onClose();
    } catch (failure) {
      setProblem(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal opened onClose={onClose} title={`${t('plan')}: ${t('count', { count: tasks.length })}`}>
      <DraftForm draft={draft} onSubmit={submit}>
        <Stack>
          {tasks.length > 1 && <Text size="sm">{t('untouchedStays')}</Text>}
          <MomentInput
            data-autofocus
            label={t('startAt')}
            value={plannedStart ?? null}
            onChange={(start) => setChange({ plannedStart: start })}
          />
          <NumberInput
            label={t('minutes')}
            description={t('minutesHint')}
            min={5}
            max={20_160}
            step={15}
            value={plannedMinutes ?? ''}
            onChange={(value) => setChange({ plannedMinutes: typeof value === 'number' ? value : null })}
          />
        </Stack>
        <FormProblem problem={problem} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => void draft.leave(onClose)}>
            {frame('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!draft.isDirty}>
            {t('plan')}
          </Button>
        </Group>
      </DraftForm>
    </FormModal>
  );
};
