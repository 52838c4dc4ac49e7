import { Button, Group, Modal, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { XlsformImport } from '#contract/xlsform.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { faultOf } from '#portal/frame/use-edits.ts';
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

type Props = { onClose: () => Promise<void> };

/** Makes a workbook and leads to its design. */
export const NewWorkbook = ({ isOpen, onClose }: Props & { isOpen: boolean }) => {
  const t = useWorkbookWords();
  const frame = useFrameWords();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('create')}
      size="xl"
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <NewWorkbookForm onClose={onClose} />
    </Modal>
  );
};

const NewWorkbookForm = ({ onClose }: Props) => {
  const t = useWorkbookWords();
  const frame = useFrameWords();
  const contentTypes = useContentTypes();
  const [title, setTitle] = useState('');
  const [name, setName] = useState<string>();
  const [contentType, setContentType] = useState<string | null>(null);
  const [beginning, setBeginning] = useState<Beginning>('checklist');
  const [form, setForm] = useState<XlsformImport | null>(null);
  const [make] = useState(createWorkbookMaker);

  const fieldsOf = (): readonly unknown[] => {
    if (beginning === 'beginEmpty') return [];
    if (beginning === 'beginForm') return form?.definition?.fields ?? [];
    return templates[beginning];
  };
  const making = useMaking({
    make: () =>
      make({
        about: { title: title.trim(), name: (name ?? title).trim(), contentType },
        draft: { fields: [...fieldsOf()] },
        teamIds: [],
      }),
    changes: [['workbooks']],
    say: (made) => frame('isMade', { name: made.title }),
    leadTo: ({ id }) => ({ to: '/workbooks/$workbookId/design', params: { workbookId: id } }),
    onClose,
  });
  const fault = (field: string) => faultOf(making.error, field);
  const isTold = ['title', 'name', 'contentType'].some((field) => fault(field) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    making.mutate();
  };
  const takeForm = (read: XlsformImport | null) => {
    setForm(read);
    if (title === '') setTitle(read?.title ?? read?.name ?? '');
    if (name === undefined && read?.name) setName(read.name);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t('title')}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
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
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={256}
            required
            error={fault('name')}
          />
          <Select
            label={t('contentType')}
            placeholder={t('nothingInspected')}
            data={contentTypes.map(({ id, name: label }) => ({ value: id, label }))}
            value={contentType}
            onChange={setContentType}
            clearable
            searchable
            error={fault('contentType')}
          />
        </SimpleGrid>
        <Radio.Group
          label={t('begin')}
          value={beginning}
          onChange={(value) => setBeginning(value as Beginning)}
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
        {making.error && !isTold && <ProblemNote problem={making.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
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
    </form>
  );
};
