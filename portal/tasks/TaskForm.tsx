import { Button, Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MomentInput } from '#kit/MomentInput.tsx';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { fullName, usePerformers, useTeams, useWorkbooksOfTeam } from '#portal/api/lookups.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import type { Property } from './custom-properties.ts';
import { ItemsInput } from './ItemsInput.tsx';
import { PropertiesInput } from './PropertiesInput.tsx';
import { useTaskWords } from './words.ts';

/** What a task says of itself, as it stands in the form. */
export type TaskContent = {
  externalId: string;
  title: string;
  teamId: string | null;
  workbookId: string | null;
  assigneeId: number | null;
  description: string;
  startDate: string | null;
  dueDate: string | null;
  plannedStart: string | null;
  plannedMinutes: number | null;
  /** null: they are not edited here. */
  items: { id: string; title: string }[] | null;
  properties: Property[];
};

export const EMPTY_CONTENT: TaskContent = {
  externalId: '',
  title: '',
  teamId: null,
  workbookId: null,
  assigneeId: null,
  description: '',
  startDate: null,
  dueDate: null,
  plannedStart: null,
  plannedMinutes: null,
  items: [],
  properties: [],
};

/** The form of a task, new or not; what the server refuses stands at its field. */
export const TaskForm = ({
  start,
  isNew,
  onSave,
  onCancel,
}: {
  start: TaskContent;
  isNew: boolean;
  onSave: (content: TaskContent) => Promise<unknown>;
  onCancel: () => void;
}) => {
  const t = useTaskWords();
  const frame = useFrameWords();
  const [content, setContent] = useState(start);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const teams = (useTeams().data ?? []).filter(({ isActive, id }) => isActive || id === start.teamId);
  const workbooks = useWorkbooksOfTeam(content.teamId).data ?? [];
  const people = (usePerformers().data ?? []).filter(
    ({ teamIds }) => content.teamId !== null && teamIds.includes(content.teamId),
  );
  const set = (change: Partial<TaskContent>) => setContent((before) => ({ ...before, ...change }));
  const errorOf = (...members: string[]) =>
    problem instanceof ApiProblem
      ? problem.fields.find(({ field }) => members.includes(field))?.message
      : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave(content);
    } catch (refused) {
      setProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={720}>
        {problem !== undefined && <ProblemNote problem={problem} />}
        <TextInput
          required
          data-autofocus
          label={t('title')}
          value={content.title}
          error={errorOf('title')}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <Group grow align="flex-start">
          <Select
            required
            searchable
            label={t('team')}
            data={teams.map(({ id, title }) => ({ value: id, label: title }))}
            value={content.teamId}
            error={errorOf('teamName', 'teamId')}
            onChange={(teamId) => set({ teamId, workbookId: null, assigneeId: null, items: [] })}
          />
          <Select
            required
            searchable
            label={t('workbook')}
            description={content.teamId === null ? t('teamFirst') : undefined}
            disabled={content.teamId === null}
            data={workbooks.map(({ id, title }) => ({ value: id, label: title }))}
            value={content.workbookId}
            error={errorOf('workbookName', 'workbookId')}
            onChange={(workbookId) => set({ workbookId, items: [] })}
          />
        </Group>
        <Select
          searchable
          clearable
          label={t('assignee')}
          description={t('assigneeHint')}
          disabled={content.teamId === null}
          data={people.map((person) => ({ value: String(person.id), label: fullName(person) }))}
          value={content.assigneeId === null ? null : String(content.assigneeId)}
          error={errorOf('assignedUserName', 'assigneeId')}
          onChange={(id) => set({ assigneeId: id === null ? null : Number(id) })}
        />
        {content.items !== null && (
          <ItemsInput
            contentTypeId={workbooks.find(({ id }) => id === content.workbookId)?.contentType?.id ?? null}
            items={content.items}
            error={errorOf('itemsToInspect', 'itemIds')}
            onChange={(items) => set({ items })}
          />
        )}
        <Group grow align="flex-start">
          <MomentInput
            label={t('startDate')}
            value={content.startDate}
            error={errorOf('startDate')}
            onChange={(startDate) => set({ startDate })}
          />
          <MomentInput
            label={t('dueDate')}
            value={content.dueDate}
            error={errorOf('dueDate')}
            onChange={(dueDate) => set({ dueDate })}
          />
        </Group>
        <Group grow align="flex-start">
          <MomentInput
            label={t('startAt')}
            value={content.plannedStart}
            error={errorOf('plannedStart')}
            onChange={(plannedStart) => set({ plannedStart })}
          />
          <NumberInput
            label={t('minutes')}
            min={5}
            max={20_160}
            step={15}
            value={content.plannedMinutes ?? ''}
            error={errorOf('plannedMinutes')}
            onChange={(value) => set({ plannedMinutes: typeof value === 'number' ? value : null })}
          />
        </Group>
        <Textarea
          autosize
          minRows={3}
          maxRows={12}
          label={t('description')}
          value={content.description}
          error={errorOf('description')}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <PropertiesInput properties={content.properties} onChange={(properties) => set({ properties })} />
        {isNew && (
          <TextInput
            label={t('externalId')}
            description={t('externalIdHint')}
            value={content.externalId}
            error={errorOf('externalId')}
            onChange={(event) => set({ externalId: event.currentTarget.value })}
          />
        )}
        <Group>
          <Button type="submit" loading={isBusy}>
            {isNew ? t('make') : frame('save')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {frame('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
