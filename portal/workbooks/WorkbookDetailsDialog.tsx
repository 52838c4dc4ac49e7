import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedWorkbook, WorkbookPatch } from '#contract/workbook-management.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { editWorkbook } from '#portal/api/workbooks.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { findFieldError, useEdits } from '#portal/forms/use-edits.ts';
import { useContentTypes } from './use-content-types.ts';

type Props = { workbook: ManagedWorkbook; isOpen: boolean; onClose: () => void };

/** Edits a workbook's title, name, content type and expected duration. */
export const WorkbookDetailsDialog = ({ workbook, isOpen, onClose }: Props) => {
  const { t } = useTranslation('workbooks');
  return (
    <FormModal opened={isOpen} onClose={onClose} title={t('editWorkbook')}>
      <EditWorkbookForm workbook={workbook} onClose={onClose} />
    </FormModal>
  );
};

type Content = Required<WorkbookPatch>;

const toContent = ({ title, name, contentType, expectedMinutes }: ManagedWorkbook): Content => ({
  title,
  name,
  contentType: contentType?.id ?? null,
  expectedMinutes,
});

const EditWorkbookForm = ({ workbook, onClose }: Omit<Props, 'isOpen'>) => {
  const { t } = useTranslation('workbooks');
  const { t: general } = useTranslation('general');
  const contentTypes = useContentTypes();
  const current = toContent(workbook);
  const edits = useEdits('workbook', current, workbook.revision);
  const { title, name, contentType, expectedMinutes } = edits.values;
  const save = useAction({
    action: (patch: WorkbookPatch) =>
      edits.send((revision) => editWorkbook(workbook.id, patch, revision), toContent),
    invalidates: [['workbook', workbook.id], ['workbooks']],
    isFailureShown: false,
    onDone: (_workbook, _patch, isStillOnPage) => {
      if (isStillOnPage && !edits.hasEditsSinceSend) onClose();
    },
    undo: ({ revision }, patch) => ({
      label: t('detailsSaved'),
      run: () =>
        editWorkbook(
          workbook.id,
          Object.fromEntries(Object.entries(current).filter(([key]) => key in patch)),
          revision,
        ),
    }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { title: newTitle, name: newName, ...otherChanges } = edits.changed;
    save.mutate({
      ...otherChanges,
      ...(newTitle !== undefined && { title: newTitle.trim() }),
      ...(newName !== undefined && { name: newName.trim() }),
    });
  };
  const createInputProps = (field: keyof Content, serverValue: string, hint?: string) => ({
    error: findFieldError(save.error, field),
    description: edits.hasConflict(field) ? general('changedTo', { value: serverValue }) : hint,
  });
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('title')}
          value={title}
          onChange={({ currentTarget }) => edits.edit({ title: currentTarget.value })}
          maxLength={256}
          required
          data-autofocus
          {...createInputProps('title', current.title)}
        />
        <TextInput
          label={t('name')}
          value={name}
          onChange={({ currentTarget }) => edits.edit({ name: currentTarget.value })}
          maxLength={256}
          required
          {...createInputProps('name', current.name, t('nameHint'))}
        />
        <Select
          label={t('contentType')}
          placeholder={t('noContentType')}
          data={contentTypes.map(({ id, name: label }) => ({ value: id, label }))}
          value={contentType}
          onChange={(id) => edits.edit({ contentType: id })}
          clearable
          searchable
          {...createInputProps('contentType', workbook.contentType?.name ?? t('noContentType'))}
        />
        <NumberInput
          label={t('expectedMinutes')}
          placeholder={t('expectedMinutesNone')}
          value={expectedMinutes ?? ''}
          onChange={(input) => edits.edit({ expectedMinutes: typeof input === 'number' ? input : null })}
          suffix={t('minutesSuffix')}
          allowDecimal={false}
          allowNegative={false}
          min={5}
          max={20_160}
          step={15}
          {...createInputProps(
            'expectedMinutes',
            String(current.expectedMinutes ?? t('expectedMinutesNone')),
            t('expectedMinutesHint'),
          )}
        />
        <FormProblem problem={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void edits.leave(onClose)}>
            {general('cancel')}
          </Button>
          <Button type="submit" disabled={!edits.isDirty} loading={save.isPending}>
            {general('save')}
          </Button>
        </Group>
      </Stack>
    </EditForm>
  );
};
