import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ManagedWorkbook, WorkbookPatch } from '#contract/workbook-management.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { editWorkbook } from '#portal/api/workbooks.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { useContentTypes } from './use-content-types.ts';

type Props = { workbook: ManagedWorkbook; isOpen: boolean; onClose: () => void };

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
  const { t: tGeneral } = useTranslation('general');
  const contentTypes = useContentTypes();
  const currentContent = toContent(workbook);
  const edits = useEdits('workbook', currentContent, workbook.revision);
  const { contentType, expectedMinutes } = edits.values;
  const save = useAction({
    action: (patch: WorkbookPatch) =>
      edits.send((revision) => editWorkbook(workbook.id, patch, revision), toContent),
    invalidates: [['workbook', workbook.id], ['workbooks']],
    isFailureShown: false,
    onDoneOnPage: () => !edits.hasEditsSinceSend && onClose(),
    undo: ({ revision }, patch) => ({
      label: t('detailsSaved'),
      run: () =>
        editWorkbook(
          workbook.id,
          Object.fromEntries(Object.entries(currentContent).filter(([key]) => key in patch)),
          revision,
        ),
    }),
  });
  const input = useInputProps(edits, save.error);
  const submit = () => {
    const { title, name } = edits.changedValues;
    save.mutate({
      ...edits.changedValues,
      ...(title !== undefined && { title: title.trim() }),
      ...(name !== undefined && { name: name.trim() }),
    });
  };
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack>
        <TextInput label={t('title')} maxLength={256} required data-autofocus {...input.textProps('title')} />
        <TextInput
          label={t('name')}
          maxLength={256}
          required
          {...input.textProps('name', { hint: t('nameHint') })}
        />
        <Select
          label={t('contentType')}
          placeholder={t('noContentType')}
          data={contentTypes}
          value={contentType}
          onChange={(id) => edits.edit({ contentType: id })}
          clearable
          searchable
          {...input.messageProps('contentType', {
            savedText: workbook.contentType?.name ?? t('noContentType'),
          })}
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
          {...input.messageProps('expectedMinutes', {
            savedText: String(currentContent.expectedMinutes ?? t('expectedMinutesNone')),
            hint: t('expectedMinutesHint'),
          })}
        />
        <FormProblem problem={save.error} />
        <DialogButtons
          edits={edits}
          onClose={onClose}
          label={tGeneral('save')}
          isBusy={save.isPending}
          disabled={!edits.isDirty}
        />
      </Stack>
    </EditForm>
  );
};
