import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import type { Item, ItemDraft } from '#contract/item.ts';
import { createItem, deleteItem, editItem, readItem } from '#portal/api/items.ts';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { Facts } from '#portal/frame/Facts.tsx';
import { FormDrawer } from '#portal/frame/FormOverlay.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { faultOf, useEdits } from '#portal/frame/use-edits.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMay } from '#portal/session/me.ts';
import { AttributesInput } from './AttributesInput.tsx';
import {
  type AttributeRow,
  EMPTY_FORM,
  type FormFault,
  formOf,
  type ItemForm,
  readForm,
} from './item-form.ts';
import { useItemsWords } from './words.ts';

const CHANGES = [['items'], ['content-types']];

type Opened = { contentTypeId: string; itemId: string | undefined; onClose: () => void };

/** One thing that is inspected, or a new one. */
export const ItemDrawer = ({ contentTypeId, itemId, onClose }: Opened) => {
  const t = useItemsWords();
  const frame = useFrameWords();
  const may = useMay('Workbooks.Manage');
  const isNew = itemId === 'new';
  const item = useQuery({
    queryKey: ['items', contentTypeId, 'one', itemId],
    queryFn: () => readItem(contentTypeId, itemId!),
    enabled: itemId !== undefined && !isNew,
  });
  const shown = isNew ? undefined : item.data;
  return (
    <FormDrawer
      opened={itemId !== undefined && (may || !isNew)}
      onClose={onClose}
      size="lg"
      title={isNew ? t('newItem') : (shown?.title ?? frame('loading'))}
    >
      {item.error && !isNew && <ProblemNote problem={item.error} />}
      {!isNew && item.isPending && <Skeleton height={300} />}
      {shown?.isArchived && (
        <Alert color="gray" title={t('archived')} mb="sm">
          {t('archivedHint')}
        </Alert>
      )}
      {(isNew || shown) &&
        (may && !shown?.isArchived ? (
          <ItemEditor key={itemId} contentTypeId={contentTypeId} item={shown} onClose={onClose} />
        ) : (
          shown && <ItemFacts item={shown} />
        ))}
    </FormDrawer>
  );
};

const ItemFacts = ({ item }: { item: Item }) => {
  const t = useItemsWords();
  return (
    <Facts
      facts={[
        [t('externalId'), item.externalId],
        [t('address'), item.address ?? '–'],
        [t('location'), item.location ? `${item.location.latitude}, ${item.location.longitude}` : '–'],
        ...Object.entries(item.attributes).map(
          ([name, value]) => [name, value === true ? t('yes') : value === false ? t('no') : value] as const,
        ),
      ]}
    />
  );
};

const ItemEditor = ({
  contentTypeId,
  item,
  onClose,
}: {
  contentTypeId: string;
  item: Item | undefined;
  onClose: () => void;
}) => {
  const t = useItemsWords();
  const frame = useFrameWords();
  const undoable = useUndo();
  const [faults, setFaults] = useState<FormFault[]>([]);
  const faulty = useMemo(() => (faults.length > 0 ? new Error(t('checkFields')) : undefined), [faults, t]);
  const now = item ? formOf(item) : EMPTY_FORM;
  const draft = useEdits(`item ${item?.id ?? 'new'}`, now, item?.revision);
  const undoMaking = useAct({ act: deleteItem, changes: CHANGES, isFailureShown: false });
  const undoEdit = useAct({
    act: ({ saved, before }: { saved: Item; before: ItemDraft }) => editItem(saved, before),
    changes: CHANGES,
    isFailureShown: false,
  });
  // What was archived is revived by being made again.
  const undoDeletion = useAct({
    act: (before: ItemDraft) => createItem(contentTypeId, before),
    changes: CHANGES,
    isFailureShown: false,
  });
  const saving = useAct({
    act: (wanted: ItemDraft) =>
      item
        ? draft.send((revision) => editItem({ ...item, revision: revision ?? item.revision }, wanted), formOf)
        : draft.send(() => createItem(contentTypeId, wanted)),
    changes: CHANGES,
    isFailureShown: false,
    onDone: (saved, _, isStillHere) => {
      if (isStillHere && (!item || !draft.hasMore)) onClose();
      const before = readForm(now);
      if (!item) undoable(t('made', { title: saved.title }), () => undoMaking.mutateAsync(saved));
      else if ('draft' in before)
        undoable(t('saved', { title: saved.title }), () =>
          undoEdit.mutateAsync({ saved, before: before.draft }),
        );
    },
  });
  const deleting = useAct({
    act: deleteItem,
    changes: CHANGES,
    isFailureShown: false,
    onDone: ({ outcome }, { title }, isStillHere) => {
      draft.forget();
      if (isStillHere) onClose();
      const before = readForm(now);
      const label = t(outcome === 'deleted' ? 'deleted' : 'wasArchived', { title });
      if ('draft' in before) undoable(label, () => undoDeletion.mutateAsync(before.draft));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    deleting.reset();
    const read = readForm(draft.values);
    setFaults('faults' in read ? read.faults : []);
    if ('draft' in read) saving.mutate(read.draft);
  };
  const sayRows = (rows: readonly AttributeRow[]) =>
    rows
      .map(({ name, kind, text }) =>
        t('attributeIs', { name, value: kind === 'flag' ? t(text === 'true' ? 'yes' : 'no') : text }),
      )
      .join(', ') || '–';
  const isFaulty = (field: FormFault['field']) => faults.some((fault) => fault.field === field);
  const field = (name: Exclude<keyof ItemForm, 'attributes'>) => ({
    label: t(name),
    maxLength: 256,
    value: draft.values[name],
    error: faultOf(saving.error, name),
    description: draft.isOvertaken(name) ? frame('isNow', { value: now[name] }) : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.edit({ [name]: event.currentTarget.value }),
  });
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          required
          {...field('externalId')}
          description={field('externalId').description ?? t('externalIdHint')}
        />
        <TextInput required {...field('title')} />
        <TextInput {...field('address')} />
        <Group grow align="flex-start">
          <TextInput
            inputMode="decimal"
            {...field('latitude')}
            error={isFaulty('latitude') && t('degreesFault', { most: 90 })}
          />
          <TextInput
            inputMode="decimal"
            {...field('longitude')}
            error={isFaulty('longitude') && t('degreesFault', { most: 180 })}
          />
        </Group>
        <AttributesInput
          rows={draft.values.attributes}
          faulty={faults.flatMap(({ row }) => (row === undefined ? [] : [row]))}
          theirs={
            draft.isOvertaken('attributes') ? frame('isNow', { value: sayRows(now.attributes) }) : undefined
          }
          onChange={(attributes) => draft.edit({ attributes })}
        />
        <FormProblem problem={faulty ?? saving.error} />
        {deleting.error && item && (
          <ProblemNote problem={deleting.error} onRetry={() => deleting.mutate(item)} />
        )}
        <Group justify="space-between">
          <Button type="submit" disabled={!draft.isDirty} loading={saving.isPending}>
            {frame('save')}
          </Button>
          {item && (
            <Button
              variant="subtle"
              color="red"
              loading={deleting.isPending}
              onClick={() => {
                saving.reset();
                deleting.mutate(item);
              }}
            >
              {t('delete')}
            </Button>
          )}
        </Group>
        {item && (
          <Text size="xs" c="dimmed">
            {t('deleteHint')}
          </Text>
        )}
      </Stack>
    </DraftForm>
  );
};
