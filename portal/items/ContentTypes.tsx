import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentType, ListedContentType } from '#contract/content-type.ts';
import { currentLanguage } from '#kit/language.ts';
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
import { useAction } from '#portal/frame/use-action.ts';
import { fieldError, useEdits } from '#portal/frame/use-edits.ts';
import { useHasPermission } from '#portal/session/me.ts';

const CHANGES = [['content-types']];

/** The list of content types. */
export const ContentTypes = () => {
  const { t } = useTranslation('items');
  const { t: frame } = useTranslation('general');
  const may = useHasPermission('Workbooks.Manage');
  const undoable = useUndo();
  const [named, setNamed] = useState<ContentType | 'new'>();
  const types = useQuery({ queryKey: ['content-types'], queryFn: listContentTypes });
  const creating = useAction({ action: createContentType, changes: CHANGES, isFailureShown: false });
  const deleting = useAction({
    action: deleteContentType,
    changes: CHANGES,
    onDone: (_, { name }) => undoable(t('typeDeleted', { name }), () => creating.mutateAsync(name)),
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
      key: 'actions',
      head: t('actions'),
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
  const { t } = useTranslation('items');
  const { t: frame } = useTranslation('general');
  const undoable = useUndo();
  const draft = useEdits(`name ${type === 'new' ? 'new' : type.id}`, {
    name: type === 'new' ? '' : type.name,
  });
  const { name } = draft.values;
  const undoing = useAction({
    action: (saved: ContentType) =>
      type === 'new' ? deleteContentType(saved) : renameContentType(saved, type.name),
    changes: CHANGES,
    isFailureShown: false,
  });
  const saving = useAction({
    action: (wanted: string) =>
      draft.send(() => (type === 'new' ? createContentType(wanted) : renameContentType(type, wanted))),
    changes: CHANGES,
    isFailureShown: false,
    onDone: (saved, _, isStillHere) => {
      if (isStillHere) onClose();
      undoable(t(type === 'new' ? 'typeCreated' : 'typeRenamed', { name: saved.name }), () =>
        undoing.mutateAsync(saved),
      );
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(name.trim());
  };
  const issue = fieldError(saving.error, 'name');
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          required
          label={t('name')}
          maxLength={256}
          value={name}
          error={issue}
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
