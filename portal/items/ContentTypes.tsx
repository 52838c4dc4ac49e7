import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentType, ListedContentType } from '#contract/content-type.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { useAction } from '#portal/actions/use-action.ts';
import {
  contentTypesQuery,
  createContentType,
  deleteContentType,
  renameContentType,
} from '#portal/api/items.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';

const QUERY_KEYS = [['content-types']];

export const ContentTypes = () => {
  const { t } = useTranslation('items');
  const { t: tGeneral } = useTranslation('general');
  const canManage = useHasPermission('Workbooks.Manage');
  const [openType, setOpenType] = useState<ContentType | 'new'>();
  const editedType = openType === 'new' ? undefined : openType;
  const typesQuery = useQuery(contentTypesQuery);
  const remove = useAction({
    action: deleteContentType,
    invalidates: QUERY_KEYS,
    undo: (_, { name }) => ({ label: t('typeDeleted', { name }), run: () => createContentType(name) }),
  });
  const columns: Column<ListedContentType>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: ({ id, name }) => (
        <AnchorLink to="/items/$contentTypeId" params={{ contentTypeId: id }} fw={550}>
          {name}
        </AnchorLink>
      ),
    },
    {
      key: 'itemCount',
      header: t('items'),
      cell: ({ itemCount }) => itemCount.toLocaleString(currentLanguage()),
      isNumber: true,
    },
  ];
  if (canManage) {
    columns.push({
      key: 'actions',
      header: t('actions'),
      isNumber: true,
      cell: (type) => (
        <Group gap={4} justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('renameType', { name: type.name })}
            onClick={() => setOpenType(type)}
          >
            {t('rename')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('deleteType', { name: type.name })}
            onClick={() => remove.mutate(type)}
          >
            {tGeneral('delete')}
          </Button>
        </Group>
      ),
    });
  }
  const createButton = canManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpenType('new')}>
      {t('newType')}
    </Button>
  );
  return (
    <Page title={t('items')} actions={createButton}>
      <DimmedText mb="md" maw="44rem">
        {t('intro')}
      </DimmedText>
      <QueryTable
        query={typesQuery}
        rows={typesQuery.data}
        empty={
          <EmptyState title={t('noTypes')} action={createButton}>
            {t('intro')}
          </EmptyState>
        }
        caption={t('contentTypes')}
        columns={columns}
        keyOf={({ id }) => id}
      />
      <FormModal
        opened={openType !== undefined}
        onClose={() => setOpenType(undefined)}
        title={editedType ? t('renameType', { name: editedType.name }) : t('newType')}
      >
        {openType && <NameForm type={editedType} onClose={() => setOpenType(undefined)} />}
      </FormModal>
    </Page>
  );
};

const NameForm = ({ type, onClose }: { type: ContentType | undefined; onClose: () => void }) => {
  const { t } = useTranslation('items');
  const { t: tGeneral } = useTranslation('general');
  const edits = useEdits(`name ${type?.id ?? 'new'}`, { name: type?.name ?? '' });
  const save = useAction({
    action: (newName: string) =>
      edits.send(() => (type ? renameContentType(type, newName) : createContentType(newName))),
    invalidates: QUERY_KEYS,
    isFailureShown: false,
    onDoneOnPage: onClose,
    undo: (savedType) => {
      const { name } = savedType;
      return type
        ? { label: t('typeRenamed', { name }), run: () => renameContentType(savedType, type.name) }
        : { label: t('typeCreated', { name }), run: () => deleteContentType(savedType) };
    },
  });
  const input = useInputProps(edits, save.error);
  return (
    <EditForm edits={edits} onSubmit={() => save.mutate(edits.values.name.trim())}>
      <Stack gap="sm">
        <TextInput data-autofocus required label={t('name')} maxLength={256} {...input.textProps('name')} />
        <FormProblem problem={save.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {tGeneral('save')}
          </Button>
        </Group>
      </Stack>
    </EditForm>
  );
};
