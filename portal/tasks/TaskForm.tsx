import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  DEFAULT_FIELD_VALUES,
  TASK_FIELDS,
  type TaskField,
  type TaskFieldValues,
} from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAssignees, useTeamWorkbooks } from '#portal/api/lookups.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import type { Property } from './custom-properties.ts';
import { ItemsInput } from './ItemsInput.tsx';
import { PropertiesInput } from './PropertiesInput.tsx';
import { TaskFieldInput } from './TaskFieldInput.tsx';

export type TaskContent = TaskFieldValues & {
  externalId: string;
  title: string;
  teamId: string | null;
  workbookId: string | null;
  assigneeId: number | null;
  /** null if the items cannot be edited here. */
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

const includeSelectedOption = <Option extends { id: unknown }>(
  selectedOption: Option | null | undefined,
  options: readonly Option[],
): readonly Option[] =>
  !selectedOption || options.some(({ id }) => id === selectedOption.id)
    ? options
    : [selectedOption, ...options];

export const TaskForm = ({
  currentContent,
  revision,
  task,
  formatCurrentValue,
  canSaveUnchanged = false,
  onSave,
  onCancel,
}: {
  /** The content on the server or, for a new task, the initial content. */
  currentContent: TaskContent;
  /** The revision being edited, or undefined for a new task. */
  revision?: string;
  /** The task being edited. It keeps its workbook and assignee even if they can no longer be selected. */
  task?: Pick<TaskView, 'team' | 'workbook' | 'assignee'>;
  formatCurrentValue?: (name: keyof TaskContent) => string;
  /** True for a copy of a task. */
  canSaveUnchanged?: boolean;
  onSave: (edits: {
    values: TaskContent;
    changedValues: Partial<TaskContent>;
    revision: string | undefined;
  }) => Promise<unknown>;
  onCancel: () => void;
}) => {
  const { t } = useTranslation('tasks');
  const { t: tGeneral } = useTranslation('general');
  const isNew = revision === undefined;
  const edits = useEdits<TaskContent, string | undefined>('task', currentContent, revision);
  const { values, changedValues, edit } = edits;
  const save = useMutation({
    mutationFn: () => edits.send((baseRevision) => onSave({ values, changedValues, revision: baseRevision })),
  });
  const teams = useTeams().filter(({ isActive, id }) => isActive || id === currentContent.teamId);
  const currentTask = task?.team.id === values.teamId ? task : undefined;
  const workbooks = includeSelectedOption(
    currentTask?.workbook,
    (useTeamWorkbooks(values.teamId).data ?? []).map(({ id, title, contentType }) => ({
      id,
      title,
      contentTypeId: contentType?.id ?? null,
    })),
  );
  const people = includeSelectedOption(
    currentTask?.assignee,
    (useAssignees().data ?? []).filter(
      ({ teamIds }) => values.teamId !== null && teamIds.includes(values.teamId),
    ),
  );
  const missingTeamProps = values.teamId === null && { disabled: true, placeholder: t('teamFirst') };
  const input = useInputProps(edits, save.error);
  const createFieldProps = (
    name: keyof TaskContent,
    options: { errorFields?: string[]; hint?: string | undefined } = {},
  ) => input.messageProps(name, { savedText: formatCurrentValue?.(name) ?? '', ...options });

  const renderInputs = (isIncluded: (kind: TaskField['kind']) => boolean) =>
    TASK_FIELDS.filter(([, { kind }]) => isIncluded(kind)).map(([name]) => (
      <TaskFieldInput
        key={name}
        name={name}
        value={values[name]}
        {...createFieldProps(name)}
        onChange={(value) => edit({ [name]: value })}
      />
    ));

  return (
    <EditForm edits={edits} onSubmit={save.mutate}>
      <Stack maw={720}>
        <TextInput
          required
          data-autofocus
          label={t('taskTitle')}
          value={values.title}
          {...createFieldProps('title')}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        <Group grow align="flex-start">
          <Select
            required
            searchable
            label={t('team')}
            data={teams.map(({ id, title }) => ({ value: id, label: title }))}
            value={values.teamId}
            {...createFieldProps('teamId', { errorFields: ['teamName', 'teamId'] })}
            onChange={(teamId) => edit({ teamId, workbookId: null, assigneeId: null, items: [] })}
          />
          <Select
            required
            searchable
            label={t('workbook')}
            data={workbooks.map(({ id, title }) => ({ value: id, label: title }))}
            value={values.workbookId}
            {...createFieldProps('workbookId', { errorFields: ['workbookName', 'workbookId'] })}
            {...missingTeamProps}
            onChange={(workbookId) => edit({ workbookId, items: [] })}
          />
        </Group>
        <Select
          searchable
          clearable
          label={t('assignee')}
          data={people.map((person) => ({ value: String(person.id), label: formatFullName(person) }))}
          value={values.assigneeId === null ? null : String(values.assigneeId)}
          {...createFieldProps('assigneeId', {
            errorFields: ['assignedUserName', 'assigneeId'],
            hint: t('assigneeHint'),
          })}
          {...missingTeamProps}
          onChange={(id) => edit({ assigneeId: id === null ? null : Number(id) })}
        />
        {values.items !== null && (
          <ItemsInput
            contentTypeId={workbooks.find(({ id }) => id === values.workbookId)?.contentTypeId ?? null}
            items={values.items}
            {...createFieldProps('items', { errorFields: ['itemsToInspect', 'itemIds'] })}
            onChange={(items) => edit({ items })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>{renderInputs((kind) => kind !== 'text')}</SimpleGrid>
        {renderInputs((kind) => kind === 'text')}
        <PropertiesInput
          properties={values.properties}
          description={createFieldProps('properties').description}
          onChange={(properties) => edit({ properties })}
        />
        {isNew && (
          <TextInput
            label={t('externalId')}
            value={values.externalId}
            {...createFieldProps('externalId', { hint: t('externalIdHint') })}
            onChange={(event) => edit({ externalId: event.currentTarget.value })}
          />
        )}
        <FormProblem problem={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!edits.isDirty && !canSaveUnchanged}>
            {isNew ? t('createTask') : tGeneral('save')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {tGeneral('cancel')}
          </Button>
        </Group>
      </Stack>
    </EditForm>
  );
};
