import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ContentType, ListedContentType } from '#contract/content-type.ts';
import { currentLanguage } from '#kit/words.ts';
import {
  createContentType,
  deleteContentType,
  listContentTypes,
  renameContentType,
} from '#portal/api/items.ts';
import { AnchorLink } from '#portal/frame/AnchorLink.tsx';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { FormModal } from '#portal/frame/FormOverlay.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { faultOf, useEdits } from '#portal/frame/use-edits.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMay } from '#portal/session/me.ts';
import { useItemsWords } from './words.ts';

const CHANGES = [['content-types']];

/** The kinds of things that are inspected. */
export const ContentTypes = () => {
  const t = useItemsWords();
  const frame = useFrameWords();
  const may = useMay('Workbooks.Manage');
  const undoable = useUndo();
  const [named, setNamed] = useState<ContentType | 'new'>();
  const types = useQuery({ queryKey: ['content-types'], queryFn: listContentTypes });
  const making = useAct({ act: createContentType, changes: CHANGES, isFailureShown: false });
  const deleting = useAct({
    act: deleteContentType,
    changes: CHANGES,
    onDone: (_, { name }) => undoable(t('typeDeleted', { name }), () => making.mutateAsync(name)),
  });
  const columns: Column<ListedContentType>[] = [
    {
      key: 'name',
      head: t('name'),
      cell: ({ id, name }) => (
        <AnchorLink to="/items/$contentTypeId" params={{ contentTypeId: id }} fw={550}>
          {name}
        </AnchorLink>
      ),
    },
    {
      key: 'itemCount',
      head: t('items'),
      cell: ({ itemCount }) => itemCount.toLocaleString(currentLanguage()),
      isNumber: true,
    },
  ];
  if (may) {
    columns.push({
      key: 'acts',
      head: t('acts'),
      isNumber: true,
      cell: (type) => (
        <Group gap={4} justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('renameType', { name: type.name })}
            onClick={() => setNamed(type)}
          >
            {t('rename')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('deleteType', { name: type.name })}
            onClick={() => deleting.mutate(type)}
          >
            {frame('delete')}
          </Button>
        </Group>
      ),
    });
  }
  const create = may && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNamed('new')}>
      {t('newType')}
    </Button>
  );
  return (
    <Page title={t('items')} actions={create}>
      <Text size="sm" c="dimmed" mb="md" maw="44rem">
        {t('intro')}
      </Text>
      {types.error && <ProblemNote problem={types.error} onRetry={() => void types.refetch()} />}
      {types.data?.length === 0 ? (
        <EmptyState title={t('noTypes')} action={create}>
          {t('intro')}
        </EmptyState>
      ) : types.isError && !types.data ? null : (
        <ListTable caption={t('contentTypes')} columns={columns} rows={types.data} keyOf={({ id }) => id} />
      )}
      <FormModal
        opened={named !== undefined}
        onClose={() => setNamed(undefined)}
        title={named === undefined || named === 'new' ? t('newType') : t('renameType', { name: named.name })}
      >
        {named && <NameForm type={named} onClose={() => setNamed(undefined)} />}
      </FormModal>
    </Page>
  );
};

const NameForm = ({ type, onClose }: { type: ContentType | 'new'; onClose: () => void }) => {
  const t = useItemsWords();
  const frame = useFrameWords();
  const undoable = useUndo();
  const draft = useEdits(`name ${type === 'new' ? 'new' : type.id}`, {
    name: type === 'new' ? '' : type.name,
  });
  const { name } = draft.values;
  const undoing = useAct({
    act: (made: ContentType) =>
      type === 'new' ? deleteContentType(made) : renameContentType(made, type.name),
    changes: CHANGES,
    isFailureShown: false,
  });
  const saving = useAct({
    act: (wanted: string) =>
      draft.send(() => (type === 'new' ? createContentType(wanted) : renameContentType(type, wanted))),
    changes: CHANGES,
    isFailureShown: false,
    onDone: (made, _, isStillHere) => {
      if (isStillHere) onClose();
      undoable(t(type === 'new' ? 'typeMade' : 'typeRenamed', { name: made.name }), () =>
        undoing.mutateAsync(made),
      );
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(name.trim());
  };
  const fault = faultOf(saving.error, 'name');
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          required
          label={t('name')}
          maxLength={256}
          value={name}
          error={fault}
          onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        />
        <FormProblem problem={saving.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {frame('save')}
          </Button>
        </Group>
      </Stack>
    </DraftForm>
  );
};
