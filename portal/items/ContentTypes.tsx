import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentType, ListedContentType } from '#contract/content-type.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import { useUndo } from '#portal/actions/undo.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import {
  createContentType,
  deleteContentType,
  listContentTypes,
  renameContentType,
} from '#portal/api/items.ts';
import { DraftForm } from '#portal/forms/DraftForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { fieldError, useEdits } from '#portal/forms/use-edits.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';

const CHANGES = [['content-types']];

/** The list of content types. */
export const ContentTypes = () => {
  const { t } = useTranslation('items');
  const { t: general } = useTranslation('general');
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
            {general('delete')}
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
  const { t: general } = useTranslation('general');
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
    onDone: (saved, _, isStillOnPage) => {
      if (isStillOnPage) onClose();
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
            {general('save')}
          </Button>
        </Group>
      </Stack>
    </DraftForm>
  );
};
