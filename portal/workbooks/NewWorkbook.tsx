import { Button, Group, Modal, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { XlsformImport } from '#contract/xlsform.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createWorkbook, saveDraft } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { templates } from '#portal/workbooks/model/templates.ts';
import { FormImport } from '#portal/workbooks/xlsform/FormImport.tsx';
import classes from './NewWorkbook.module.css';
import { useContentTypes } from './use-content-types.ts';
import { useWorkbookWords } from './words.ts';

const BEGINNINGS = ['checklist', 'measurements', 'condition', 'beginEmpty', 'beginForm'] as const;
type Beginning = (typeof BEGINNINGS)[number];

/** Makes a workbook and leads to its design. */
export const NewWorkbook = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
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

const NewWorkbookForm = ({ onClose }: { onClose: () => void }) => {
  const t = useWorkbookWords();
  const frame = useFrameWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const contentTypes = useContentTypes();
  const [title, setTitle] = useState('');
  const [name, setName] = useState<string>();
  const [contentType, setContentType] = useState<string | null>(null);
  const [beginning, setBeginning] = useState<Beginning>('checklist');
  const [form, setForm] = useState<XlsformImport | null>(null);

  const fieldsOf = (): readonly unknown[] => {
    if (beginning === 'beginEmpty') return [];
    if (beginning === 'beginForm') return form?.definition?.fields ?? [];
    return templates[beginning];
  };
  const making = useMutation({
    mutationFn: async () => {
      const said = title.trim();
      const workbook = await createWorkbook({ title: said, name: (name ?? said).trim(), contentType });
      await saveDraft(workbook.id, { fields: [...fieldsOf()] }, null);
      return workbook;
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['workbooks'] });
      await navigate({ to: '/workbooks/$workbookId/design', params: { workbookId: id } });
    },
  });
  const faultOf = (field: string) =>
    making.error instanceof ApiProblem
      ? making.error.fields.find((fault) => fault.field === field)?.message
      : undefined;
  const isTold = ['title', 'name', 'contentType'].some((field) => faultOf(field) !== undefined);
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
            error={faultOf('title')}
          />
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={name ?? title}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={256}
            required
            error={faultOf('name')}
          />
          <Select
            label={t('contentType')}
            placeholder={t('nothingInspected')}
            data={contentTypes.map(({ id, name: label }) => ({ value: id, label }))}
            value={contentType}
            onChange={setContentType}
            clearable
            searchable
            error={faultOf('contentType')}
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
