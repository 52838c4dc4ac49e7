import { Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { XlsformImport } from '#contract/xlsform.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import templates from '#portal/workbooks/model/templates.json' with { type: 'json' };
import { FormImport } from '#portal/workbooks/xlsform/FormImport.tsx';
import classes from './NewWorkbook.module.css';
import { prepareWorkbookCreation } from './prepare-workbook-creation.ts';
import { useContentTypes } from './use-content-types.ts';

const TEMPLATES = ['checklist', 'measurements', 'condition', 'blank', 'importForm'] as const;
type Template = (typeof TEMPLATES)[number];

type Content = {
  title: string;
  /** null if the name is the same as the title. */
  name: string | null;
  contentType: string | null;
  template: Template;
};

type Props = { onClose: () => Promise<void> };

export const NewWorkbook = ({ isOpen, onClose }: Props & { isOpen: boolean }) => {
  const { t } = useTranslation('workbooks');
  return (
    <FormModal opened={isOpen} onClose={onClose} title={t('create')} size="xl">
      <NewWorkbookForm onClose={onClose} />
    </FormModal>
  );
};

const NewWorkbookForm = ({ onClose }: Props) => {
  const { t } = useTranslation('workbooks');
  const { t: tGeneral } = useTranslation('general');
  const contentTypes = useContentTypes();
  const edits = useEdits<Content>('new workbook', {
    title: '',
    name: null,
    contentType: null,
    template: 'checklist',
  });
  const { title, name, contentType, template } = edits.values;
  const [form, setForm] = useState<XlsformImport | null>(null);
  const [createOnce] = useState(prepareWorkbookCreation);

  const listFields = (): readonly unknown[] => {
    if (template === 'blank') return [];
    if (template === 'importForm') return form?.definition?.fields ?? [];
    return templates[template];
  };
  const create = useCreate({
    create: () =>
      edits.send(() =>
        createOnce({
          details: { title: title.trim(), name: (name ?? title).trim(), contentType },
          draft: { fields: [...listFields()] },
          teamIds: [],
        }),
      ),
    invalidates: [['workbooks']],
    message: (workbook) => tGeneral('created', { name: workbook.title }),
    destination: ({ id }) => ({ to: '/workbooks/$workbookId/design', params: { workbookId: id } }),
    onClose,
  });
  const input = useInputProps(edits, create.error);
  const applyForm = (importedForm: XlsformImport | null) => {
    setForm(importedForm);
    if (title === '') edits.edit({ title: importedForm?.title ?? importedForm?.name ?? '' });
    if (name === null && importedForm?.name) edits.edit({ name: importedForm.name });
  };
  return (
    <EditForm edits={edits} onSubmit={() => create.mutate()}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t('title')}
            maxLength={256}
            required
            data-autofocus
            {...input.textProps('title')}
          />
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={name ?? title}
            onChange={({ currentTarget }) => edits.edit({ name: currentTarget.value })}
            maxLength={256}
            required
            error={input.messageProps('name').error}
          />
          <Select
            label={t('contentType')}
            placeholder={t('noContentType')}
            data={contentTypes}
            value={contentType}
            onChange={(id) => edits.edit({ contentType: id })}
            clearable
            searchable
            error={input.messageProps('contentType').error}
          />
        </SimpleGrid>
        <Radio.Group
          label={t('template')}
          value={template}
          onChange={(value) => edits.edit({ template: value as Template })}
        >
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs" mt={6}>
            {TEMPLATES.map((value) => (
              <Radio.Card key={value} value={value} className={classes.template} aria-label={t(value)}>
                <Text size="sm" fw={600}>
                  {t(value)}
                </Text>
                <DimmedText size="xs">{t(`${value}Hint`)}</DimmedText>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
        {template === 'importForm' && <FormImport onImport={applyForm} />}
        <FormProblem problem={create.error} />
        <DialogButtons
          edits={edits}
          onClose={onClose}
          label={t('createAndEdit')}
          isBusy={create.isPending}
          disabled={title.trim() === '' || (template === 'importForm' && !form?.definition)}
        />
      </Stack>
    </EditForm>
  );
};
