import { Button, Group, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { XlsformImport } from '#contract/xlsform.ts';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { FormModal } from '#portal/frame/FormOverlay.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { faultOf, useEdits } from '#portal/frame/use-edits.ts';
import { useMaking } from '#portal/frame/use-making.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { templates } from '#portal/workbooks/model/templates.ts';
import { FormImport } from '#portal/workbooks/xlsform/FormImport.tsx';
import { createWorkbookMaker } from './make-workbook.ts';
import classes from './NewWorkbook.module.css';
import { useContentTypes } from './use-content-types.ts';
import { useWorkbookWords } from './words.ts';

const BEGINNINGS = ['checklist', 'measurements', 'condition', 'beginEmpty', 'beginForm'] as const;
type Beginning = (typeof BEGINNINGS)[number];

type Content = {
  title: string;
  /** null: as the title. */
  name: string | null;
  contentType: string | null;
  beginning: Beginning;
};

const EMPTY: Content = { title: '', name: null, contentType: null, beginning: 'checklist' };

type Props = { onClose: () => Promise<void> };

/** Makes a workbook and leads to its design. */
export const NewWorkbook = ({ isOpen, onClose }: Props & { isOpen: boolean }) => {
  const t = useWorkbookWords();
  return (
    <FormModal opened={isOpen} onClose={onClose} title={t('create')} size="xl">
      <NewWorkbookForm onClose={onClose} />
    </FormModal>
  );
};

const NewWorkbookForm = ({ onClose }: Props) => {
  const t = useWorkbookWords();
  const frame = useFrameWords();
  const contentTypes = useContentTypes();
  const draft = useEdits<Content>('new workbook', EMPTY);
  const { title, name, contentType, beginning } = draft.values;
  const [form, setForm] = useState<XlsformImport | null>(null);
  const [make] = useState(createWorkbookMaker);

  const fieldsOf = (): readonly unknown[] => {
    if (beginning === 'beginEmpty') return [];
    if (beginning === 'beginForm') return form?.definition?.fields ?? [];
    return templates[beginning];
  };
  const making = useMaking({
    make: () =>
      draft.send(() =>
        make({
          about: { title: title.trim(), name: (name ?? title).trim(), contentType },
          draft: { fields: [...fieldsOf()] },
          teamIds: [],
        }),
      ),
    changes: [['workbooks']],
    say: (made) => frame('isMade', { name: made.title }),
    leadTo: ({ id }) => ({ to: '/workbooks/$workbookId/design', params: { workbookId: id } }),
    onClose,
  });
  const fault = (field: string) => faultOf(making.error, field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    making.mutate();
  };
  const takeForm = (read: XlsformImport | null) => {
    setForm(read);
    if (title === '') draft.edit({ title: read?.title ?? read?.name ?? '' });
    if (name === null && read?.name) draft.edit({ name: read.name });
  };
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t('title')}
            value={title}
            onChange={({ currentTarget }) => draft.edit({ title: currentTarget.value })}
            maxLength={256}
            required
            data-autofocus
            error={fault('title')}
          />
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={name ?? title}
            onChange={({ currentTarget }) => draft.edit({ name: currentTarget.value })}
            maxLength={256}
            required
            error={fault('name')}
          />
          <Select
            label={t('contentType')}
            placeholder={t('nothingInspected')}
            data={contentTypes.map(({ id, name: label }) => ({ value: id, label }))}
            value={contentType}
            onChange={(id) => draft.edit({ contentType: id })}
            clearable
            searchable
            error={fault('contentType')}
          />
        </SimpleGrid>
        <Radio.Group
          label={t('begin')}
          value={beginning}
          onChange={(value) => draft.edit({ beginning: value as Beginning })}
        >
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs" mt={6}>
            {BEGINNINGS.map((each) => (
              <Radio.Card key={each} value={each} className={classes.beginning} aria-label={t(each)}>
                <Text size="sm" fw={600}>
                  {t(each)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`${each}Hint`)}
                </Text>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
        {beginning === 'beginForm' && <FormImport onRead={takeForm} />}
        <FormProblem problem={making.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void draft.leave(onClose)}>
            {frame('cancel')}
          </Button>
          <Button
            type="submit"
            loading={making.isPending}
            disabled={title.trim() === '' || (beginning === 'beginForm' && !form?.definition)}
          >
            {t('make')}
          </Button>
        </Group>
      </Stack>
    </DraftForm>
  );
};
