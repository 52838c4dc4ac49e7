import { Button, Group, Radio, ScrollArea, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TaskView } from '#contract/task-view.ts';
import { fullName, usePerformers } from '#portal/api/lookups.ts';
import { DraftForm } from './DraftForm.tsx';
import { FormModal } from './FormOverlay.tsx';
import { FormProblem } from './FormProblem.tsx';
import { usePlanningWords } from './planning-words.ts';
import { useEdits } from './use-edits.ts';
import { usePlace } from './use-place.ts';
import { usePlanning } from './use-planning.ts';
import { useFrameWords } from './words.ts';

const NOBODY = 'nobody';

/** Gives tasks to somebody who performs in the team of each, or back to their teams. */
export const AssignDialog = (props: { tasks: readonly TaskView[]; onClose: () => void }) => {
  const { onClose } = props;
  // As they were when it was opened: what somebody else changes meanwhile is refused, and told.
  const [tasks] = useState(props.tasks);
  const t = usePlanningWords();
  const frame = useFrameWords();
  const plan = usePlanning();
  const [sought, setSought] = useState('');
  const draft = useEdits<{ chosen: string | null }>(`assign ${tasks.map(({ id }) => id).join(' ')}`, {
    chosen: null,
  });
  const { chosen } = draft.values;
  const setChosen = (id: string | null) => draft.edit({ chosen: id });
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const markPlace = usePlace();
  const teamIds = new Set(tasks.map(({ team }) => team.id));
  // Who performs in all of the teams comes to mind first; who performs in none cannot be meant.
  const performers = (usePerformers().data ?? [])
    .map((person) => ({ ...person, inTeams: person.teamIds.filter((id) => teamIds.has(id)).length }))
    .filter(({ inTeams }) => inTeams > 0)
    .sort((a, b) => b.inTeams - a.inTeams || fullName(a).localeCompare(fullName(b)));
  const people = performers.filter((person) => matches(fullName(person), sought));
  const meant = chosen ?? (people.length === 1 ? String(people[0]!.id) : null);

  /** Whoever is no longer shown is no longer chosen. */
  const seek = (text: string) => {
    setSought(text);
    const person = performers.find(({ id }) => String(id) === chosen);
    if (person && !matches(fullName(person), text)) setChosen(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const person = performers.find(({ id }) => String(id) === meant);
    if (!person && meant !== NOBODY) return;
    const isStillHere = markPlace();
    setBusy(true);
    setProblem(undefined);
    try {
      await draft.send(() =>
        plan(tasks, { assigneeId: person?.id ?? null }, (count) =>
          person ? t('assigned', { count, name: fullName(person) }) : t('unassigned', { count }),
        ),
      );
      if (isStillHere()) onClose();
    } catch (failure) {
      setProblem(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal opened onClose={onClose} title={t('assignTasks', { count: tasks.length })}>
      <DraftForm draft={draft} onSubmit={submit}>
        <TextInput
          data-autofocus
          type="search"
          value={sought}
          onChange={(event) => seek(event.currentTarget.value)}
          label={t('assignTo')}
        />
        <ScrollArea.Autosize mah={320} mt="sm" type="auto">
          <Radio.Group value={chosen} onChange={setChosen} aria-label={t('assignTo')}>
            <Stack gap={4}>
              {people.map((person) => (
                <Radio key={person.id} value={String(person.id)} label={fullName(person)} py={4} />
              ))}
              <Radio value={NOBODY} label={frame('nobody')} py={4} />
            </Stack>
          </Radio.Group>
        </ScrollArea.Autosize>
        <FormProblem problem={problem} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => void draft.leave(onClose)}>
            {frame('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={meant === null}>
            {t('assign')}
          </Button>
        </Group>
      </DraftForm>
    </FormModal>
  );
};

const matches = (name: string, sought: string) => name.toLowerCase().includes(sought.trim().toLowerCase());
