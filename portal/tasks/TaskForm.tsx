import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_FIELD_VALUES, TASK_FIELDS, type TaskField, type TaskFieldValues } from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { fullName, useAssignees, useWorkbooksOfTeam } from '#portal/api/lookups.ts';
import { DraftForm } from '#portal/forms/DraftForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import type { Property } from './custom-properties.ts';
import { ItemsInput } from './ItemsInput.tsx';
import { PropertiesInput } from './PropertiesInput.tsx';
import { TaskFieldInput } from './TaskFieldInput.tsx';

/** The values of the task form. */
export type TaskContent = TaskFieldValues & {
  externalId: string;
  title: string;
  teamId: string | null;
  workbookId: string | null;
  assigneeId: number | null;
  /** null when they cannot be edited here. */
  items: { id: string; title: string }[] | null;
  properties: Property[];
};

export const EMPTY_CONTENT: TaskContent = {
  ...NO_FIELD_VALUES,
  externalId: '',
  title: '',
  teamId: null,
  workbookId: null,
  assigneeId: null,
  items: [],
  properties: [],
};

const withOwn = <Choice extends { id: unknown }>(
  own: Choice | null | undefined,
  choices: readonly Choice[],
): readonly Choice[] => (!own || choices.some(({ id }) => id === own.id) ? choices : [own, ...choices]);

/** The form of a new or existing task, with the server's errors next to their fields. */
export const TaskForm = ({
  now,
  revision,
  task,
  textNow,
  isComplete = false,
  onSave,
  onCancel,
}: {
  now: TaskContent;
  /** The id of the edited task; undefined for a new task. */
  revision?: string;
  /** The task being edited. It keeps its workbook and assignee even if they can no longer be selected. */
  task?: Pick<TaskView, 'team' | 'workbook' | 'assignee'>;
  textNow?: (name: keyof TaskContent) => string;
  /** It can be saved without edits, as a copy of another task can. */
  isComplete?: boolean;
  onSave: (saved: {
    content: TaskContent;
    /** The changed values only. */
    changed: Partial<TaskContent>;
    revision: string | undefined;
  }) => Promise<unknown>;
  onCancel: () => void;
}) => {
  const { t } = useTranslation('tasks');
  const { t: general } = useTranslation('general');
  const isNew = revision === undefined;
  const draft = useEdits<TaskContent, string | undefined>('task', now, revision);
  const { values: content, changed, edit } = draft;
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const teams = useTeams().filter(({ isActive, id }) => isActive || id === now.teamId);
  const own = task?.team.id === content.teamId ? task : undefined;
  const workbooks = withOwn(
    own?.workbook,
    (useWorkbooksOfTeam(content.teamId).data ?? []).map(({ id, title, contentType }) => ({
      id,
      title,
      contentTypeId: contentType?.id ?? null,
    })),
  );
  const people = withOwn(
    own?.assignee,
    (useAssignees().data ?? []).filter(
      ({ teamIds }) => content.teamId !== null && teamIds.includes(content.teamId),
    ),
  );
  /** The error of a field, and the value that another person has saved in the meantime. */
  const fieldProps = (
    name: keyof TaskContent,
    { names = [name], hint }: { names?: string[]; hint?: string } = {},
  ) => ({
    error:
      problem instanceof ApiProblem
        ? problem.fields.find(({ field }) => names.includes(field))?.message
        : undefined,
    description: draft.hasConflict(name) ? general('changedTo', { value: textNow?.(name) ?? '' }) : hint,
  });

  const fieldInputs = (isShown: (kind: TaskField['kind']) => boolean) =>
    TASK_FIELDS.filter(([, { kind }]) => isShown(kind)).map(([name]) => (
      <TaskFieldInput
        key={name}
        name={name}
        value={content[name]}
        {...fieldProps(name)}
        onChange={(value) => edit({ [name]: value })}
      />
    ));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await draft.send((seen) => onSave({ content, changed, revision: seen }));
    } catch (rejected) {
      setProblem(rejected);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack maw={720}>
        <TextInput
          required
          data-autofocus
          label={t('title')}
          value={content.title}
          {...fieldProps('title')}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        <Group grow align="flex-start">
          <Select
            required
            searchable
            label={t('team')}
            data={teams.map(({ id, title }) => ({ value: id, label: title }))}
            value={content.teamId}
            {...fieldProps('teamId', { names: ['teamName', 'teamId'] })}
            onChange={(teamId) => edit({ teamId, workbookId: null, assigneeId: null, items: [] })}
          />
          <Select
            required
            searchable
            label={t('workbook')}
            disabled={content.teamId === null}
            data={workbooks.map(({ id, title }) => ({ value: id, label: title }))}
            value={content.workbookId}
            {...fieldProps('workbookId', {
              names: ['workbookName', 'workbookId'],
              ...(content.teamId === null && { hint: t('teamFirst') }),
            })}
            onChange={(workbookId) => edit({ workbookId, items: [] })}
          />
        </Group>
        <Select
          searchable
          clearable
          label={t('assignee')}
          disabled={content.teamId === null}
          data={people.map((person) => ({ value: String(person.id), label: fullName(person) }))}
          value={content.assigneeId === null ? null : String(content.assigneeId)}
          {...fieldProps('assigneeId', {
            names: ['assignedUserName', 'assigneeId'],
            hint: t('assigneeHint'),
          })}
          onChange={(id) => edit({ assigneeId: id === null ? null : Number(id) })}
        />
        {content.items !== null && (
          <ItemsInput
            contentTypeId={workbooks.find(({ id }) => id === content.workbookId)?.contentTypeId ?? null}
            items={content.items}
            {...fieldProps('items', { names: ['itemsToInspect', 'itemIds'] })}
            onChange={(items) => edit({ items })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>{fieldInputs((kind) => kind !== 'text')}</SimpleGrid>
        {fieldInputs((kind) => kind === 'text')}
        <PropertiesInput
          properties={content.properties}
          description={fieldProps('properties').description}
          onChange={(properties) => edit({ properties })}
        />
        {isNew && (
          <TextInput
            label={t('externalId')}
            value={content.externalId}
            {...fieldProps('externalId', { hint: t('externalIdHint') })}
            onChange={(event) => edit({ externalId: event.currentTarget.value })}
          />
        )}
        <FormProblem problem={problem} />
        <Group>
          <Button type="submit" loading={isBusy} disabled={!draft.isDirty && !isComplete}>
            {isNew ? t('createTask') : general('save')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {general('cancel')}
          </Button>
        </Group>
      </Stack>
    </DraftForm>
  );
};
