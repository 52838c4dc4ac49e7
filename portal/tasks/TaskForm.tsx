import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DEFAULT_FIELD_VALUES,
  TASK_FIELDS,
  type TaskField,
  type TaskFieldValues,
} from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { fullName, useAssignees, useWorkbooksOfTeam } from '#portal/api/lookups.ts';
import { EditsForm } from '#portal/forms/EditsForm.tsx';
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
  ...DEFAULT_FIELD_VALUES,
  externalId: '',
  title: '',
  teamId: null,
  workbookId: null,
  assigneeId: null,
  items: [],
  properties: [],
};

const withSelected = <Option extends { id: unknown }>(
  selected: Option | null | undefined,
  options: readonly Option[],
): readonly Option[] =>
  !selected || options.some(({ id }) => id === selected.id) ? options : [selected, ...options];

/** The form for a new or existing task. Errors from the server are shown next to their fields. */
export const TaskForm = ({
  current,
  revision,
  task,
  currentText,
  isSavableUnchanged = false,
  onSave,
  onCancel,
}: {
  /** The values on the server, or the initial values of a new task. */
  current: TaskContent;
  /** The revision of the edited task; undefined for a new task. */
  revision?: string;
  /** The edited task. It keeps its workbook and assignee even if they can no longer be selected. */
  task?: Pick<TaskView, 'team' | 'workbook' | 'assignee'>;
  currentText?: (name: keyof TaskContent) => string;
  /** Whether it can be saved without edits, like a copy of another task. */
  isSavableUnchanged?: boolean;
  onSave: (edits: {
    values: TaskContent;
    /** The changed values only. */
    changed: Partial<TaskContent>;
    revision: string | undefined;
  }) => Promise<unknown>;
  onCancel: () => void;
}) => {
  const { t } = useTranslation('tasks');
  const { t: general } = useTranslation('general');
  const isNew = revision === undefined;
  const edits = useEdits<TaskContent, string | undefined>('task', current, revision);
  const { values, changed, edit } = edits;
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const teams = useTeams().filter(({ isActive, id }) => isActive || id === current.teamId);
  const currentTask = task?.team.id === values.teamId ? task : undefined;
  const workbooks = withSelected(
    currentTask?.workbook,
    (useWorkbooksOfTeam(values.teamId).data ?? []).map(({ id, title, contentType }) => ({
      id,
      title,
      contentTypeId: contentType?.id ?? null,
    })),
  );
  const people = withSelected(
    currentTask?.assignee,
    (useAssignees().data ?? []).filter(
      ({ teamIds }) => values.teamId !== null && teamIds.includes(values.teamId),
    ),
  );
  /** The error of a field, and the value that another person has saved since editing began. */
  const fieldProps = (
    name: keyof TaskContent,
    { names = [name], hint }: { names?: string[]; hint?: string } = {},
  ) => ({
    error:
      problem instanceof ApiProblem
        ? problem.fields.find(({ field }) => names.includes(field))?.message
        : undefined,
    description: edits.hasConflict(name) ? general('changedTo', { value: currentText?.(name) ?? '' }) : hint,
  });

  const fieldInputs = (isIncluded: (kind: TaskField['kind']) => boolean) =>
    TASK_FIELDS.filter(([, { kind }]) => isIncluded(kind)).map(([name]) => (
      <TaskFieldInput
        key={name}
        name={name}
        value={values[name]}
        {...fieldProps(name)}
        onChange={(value) => edit({ [name]: value })}
      />
    ));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await edits.send((baseRevision) => onSave({ values, changed, revision: baseRevision }));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <EditsForm edits={edits} onSubmit={submit}>
      <Stack maw={720}>
        <TextInput
          required
          data-autofocus
          label={t('title')}
          value={values.title}
          {...fieldProps('title')}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        <Group grow align="flex-start">
          <Select
            required
            searchable
            label={t('team')}
            data={teams.map(({ id, title }) => ({ value: id, label: title }))}
            value={values.teamId}
            {...fieldProps('teamId', { names: ['teamName', 'teamId'] })}
            onChange={(teamId) => edit({ teamId, workbookId: null, assigneeId: null, items: [] })}
          />
          <Select
            required
            searchable
            label={t('workbook')}
            disabled={values.teamId === null}
            data={workbooks.map(({ id, title }) => ({ value: id, label: title }))}
            value={values.workbookId}
            {...fieldProps('workbookId', {
              names: ['workbookName', 'workbookId'],
              ...(values.teamId === null && { hint: t('teamFirst') }),
            })}
            onChange={(workbookId) => edit({ workbookId, items: [] })}
          />
        </Group>
        <Select
          searchable
          clearable
          label={t('assignee')}
          disabled={values.teamId === null}
          data={people.map((person) => ({ value: String(person.id), label: fullName(person) }))}
          value={values.assigneeId === null ? null : String(values.assigneeId)}
          {...fieldProps('assigneeId', {
            names: ['assignedUserName', 'assigneeId'],
            hint: t('assigneeHint'),
          })}
          onChange={(id) => edit({ assigneeId: id === null ? null : Number(id) })}
        />
        {values.items !== null && (
          <ItemsInput
            contentTypeId={workbooks.find(({ id }) => id === values.workbookId)?.contentTypeId ?? null}
            items={values.items}
            {...fieldProps('items', { names: ['itemsToInspect', 'itemIds'] })}
            onChange={(items) => edit({ items })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>{fieldInputs((kind) => kind !== 'text')}</SimpleGrid>
        {fieldInputs((kind) => kind === 'text')}
        <PropertiesInput
          properties={values.properties}
          description={fieldProps('properties').description}
          onChange={(properties) => edit({ properties })}
        />
        {isNew && (
          <TextInput
            label={t('externalId')}
            value={values.externalId}
            {...fieldProps('externalId', { hint: t('externalIdHint') })}
            onChange={(event) => edit({ externalId: event.currentTarget.value })}
          />
        )}
        <FormProblem problem={problem} />
        <Group>
          <Button type="submit" loading={isBusy} disabled={!edits.isDirty && !isSavableUnchanged}>
            {isNew ? t('createTask') : general('save')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {general('cancel')}
          </Button>
        </Group>
      </Stack>
    </EditsForm>
  );
};
