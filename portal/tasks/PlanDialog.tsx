import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TaskView } from '#contract/task-view.ts';
import { MomentInput } from '#kit/MomentInput.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useTaskActs } from './use-task-acts.ts';
import { useTaskWords } from './words.ts';

/** Says when tasks are to be begun, and how long they take. */
export const PlanDialog = ({ tasks, onClose }: { tasks: readonly TaskView[]; onClose: () => void }) => {
  const t = useTaskWords();
  const frame = useFrameWords();
  const { plan } = useTaskActs();
  const [only] = tasks;
  const [start, setStart] = useState<string | null>(tasks.length === 1 ? only!.plannedStart : null);
  const [minutes, setMinutes] = useState<number | ''>(tasks.length === 1 ? (only!.plannedMinutes ?? '') : '');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const change = { plannedStart: start, ...(minutes !== '' && { plannedMinutes: minutes }) };
    await plan(tasks, change, (count) => t('plannedDone', { count }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`${t('plan')}: ${t('count', { count: tasks.length })}`}>
      <form onSubmit={submit}>
        <Stack>
          <MomentInput data-autofocus label={t('startAt')} value={start} onChange={setStart} />
          <NumberInput
            label={t('minutes')}
            description={t('minutesHint')}
            min={5}
            max={20_160}
            step={15}
            value={minutes}
            onChange={(value) => setMinutes(typeof value === 'number' ? value : '')}
          />
        </Stack>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('plan')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
