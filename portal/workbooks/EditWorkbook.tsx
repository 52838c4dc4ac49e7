import { Button, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ManagedWorkbook, WorkbookPatch } from '#contract/workbook-management.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { editWorkbook, readWorkbook } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useContentTypes } from './use-choices.ts';
import { useWorkbookWords } from './words.ts';

type Props = { workbook: ManagedWorkbook; isOpen: boolean; onClose: () => void };

/** Its title, its name, what it inspects and how long that takes. */
export const EditWorkbook = ({ workbook, isOpen, onClose }: Props) => {
  const t = useWorkbookWords();
  const frame = useFrameWords();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('editWorkbook')}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <EditForm key={workbook.revision} workbook={workbook} onClose={onClose} />
    </Modal>
  );
};

const EditForm = ({ workbook, onClose }: Omit<Props, 'isOpen'>) => {
  const t = useWorkbookWords();
  const frame = useFrameWords();
  const queries = useQueryClient();
  const offerUndo = useUndo();
  const contentTypes = useContentTypes();
  const [title, setTitle] = useState(workbook.title);
  const [name, setName] = useState(workbook.name);
  const [contentType, setContentType] = useState(workbook.contentType?.id ?? null);
  const [expectedMinutes, setExpectedMinutes] = useState(workbook.expectedMinutes);

  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['workbook', workbook.id] });
    await queries.invalidateQueries({ queryKey: ['workbooks'] });
  };
  const before: WorkbookPatch = {
    title: workbook.title,
    name: workbook.name,
    contentType: workbook.contentType?.id ?? null,
    expectedMinutes: workbook.expectedMinutes,
  };
  const saving = useMutation({
    mutationFn: () =>
      editWorkbook(
        workbook.id,
        { title: title.trim(), name: name.trim(), contentType, expectedMinutes },
        workbook.revision,
      ),
    onSuccess: async () => {
      onClose();
      await refresh();
      offerUndo(t('didEdit'), async () => {
        const { revision } = await readWorkbook(workbook.id);
        await editWorkbook(workbook.id, before, revision);
        await refresh();
      });
    },
    onError: () => void refresh(),
  });
  const faultOf = (field: string) =>
    saving.error instanceof ApiProblem
      ? saving.error.fields.find((fault) => fault.field === field)?.message
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
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
          value={name}
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
        <NumberInput
          label={t('expectedMinutes')}
          description={t('expectedMinutesHint')}
          placeholder={t('expectedMinutesNone')}
          value={expectedMinutes ?? ''}
          onChange={(said) => setExpectedMinutes(typeof said === 'number' ? said : null)}
          suffix={t('minutesSuffix')}
          allowDecimal={false}
          allowNegative={false}
          min={5}
          max={20_160}
          step={15}
          error={faultOf('expectedMinutes')}
        />
        {saving.error && <ProblemNote problem={saving.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {frame('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
