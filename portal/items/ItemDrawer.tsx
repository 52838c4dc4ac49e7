import { Alert, Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item, NewItem } from '#contract/item.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { createItem, deleteItem, editItem, readItem } from '#portal/api/items.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormDrawer } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { AttributesInput } from './AttributesInput.tsx';
import { type AttributeRow, type FormError, type ItemForm, parseForm, toFormValues } from './item-form.ts';

const QUERY_KEYS = [['items'], ['content-types']];

type Props = { contentTypeId: string; itemId: string | undefined; onClose: () => void };

export const ItemDrawer = ({ contentTypeId, itemId, onClose }: Props) => {
  const { t } = useTranslation('items');
  const { t: tGeneral } = useTranslation('general');
  const canManage = useHasPermission('Workbooks.Manage');
  const isNew = itemId === 'new';
  const {
    data: item,
    error,
    isPending,
  } = useQuery({
    queryKey: ['items', contentTypeId, 'one', itemId],
    queryFn: () => readItem(contentTypeId, itemId!),
    enabled: itemId !== undefined && !isNew,
  });
  return (
    <FormDrawer
      opened={itemId !== undefined && (canManage || !isNew)}
      onClose={onClose}
      size="lg"
      title={isNew ? t('newItem') : (item?.title ?? tGeneral('loading'))}
    >
      {error && <ProblemNote problem={error} />}
      {!isNew && isPending && <Skeleton height={300} />}
      {item?.isArchived && (
        <Alert color="gray" title={t('archived')} mb="sm">
          {t('archivedHint')}
        </Alert>
      )}
      {canManage && (isNew || item?.isArchived === false) ? (
        <ItemEditor key={itemId} contentTypeId={contentTypeId} item={item} onClose={onClose} />
      ) : (
        item && <ItemDetails item={item} />
      )}
    </FormDrawer>
  );
};

const ItemDetails = ({ item }: { item: Item }) => {
  const { t } = useTranslation('items');
  return (
    <DescriptionList
      entries={[
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

type EditorProps = Omit<Props, 'itemId'> & { item: Item | undefined };

const ItemEditor = ({ contentTypeId, item, onClose }: EditorProps) => {
  const { t } = useTranslation('items');
  const { t: tGeneral } = useTranslation('general');
  const [issues, setIssues] = useState<FormError[]>([]);
  const formError = useMemo(() => (issues.length > 0 ? new Error(t('checkFields')) : undefined), [issues, t]);
  const savedForm = toFormValues(item ?? {});
  const parsedForm = parseForm(savedForm);
  const previousItem = 'item' in parsedForm ? parsedForm.item : undefined;
  const edits = useEdits(`item ${item?.id ?? 'new'}`, savedForm, item?.revision);
  const save = useAction({
    action: (values: NewItem) =>
      item
        ? edits.send(
            (revision) => editItem({ ...item, revision: revision ?? item.revision }, values),
            toFormValues,
          )
        : edits.send(() => createItem(contentTypeId, values)),
    invalidates: QUERY_KEYS,
    isFailureShown: false,
    onDoneOnPage: () => (!item || !edits.hasEditsSinceSend) && onClose(),
    undo: (savedItem) => {
      const { title } = savedItem;
      if (!item) return { label: t('itemCreated', { title }), run: () => deleteItem(savedItem) };
      return previousItem && { label: t('saved', { title }), run: () => editItem(savedItem, previousItem) };
    },
  });
  const remove = useAction({
    action: deleteItem,
    invalidates: QUERY_KEYS,
    isFailureShown: false,
    onDone: edits.discard,
    onDoneOnPage: onClose,
    undo: ({ outcome }, { title }) =>
      previousItem && {
        label: t(outcome === 'deleted' ? 'deleted' : 'wasArchived', { title }),
        // Creating an archived item again restores it.
        run: () => createItem(contentTypeId, previousItem),
      },
  });
  const submit = () => {
    remove.reset();
    const result = parseForm(edits.values);
    setIssues('issues' in result ? result.issues : []);
    if ('item' in result) save.mutate(result.item);
  };
  const formatRows = (rows: readonly AttributeRow[]) =>
    rows
      .map(({ name, kind, text }) =>
        t('attributeIs', { name, value: kind === 'flag' ? t(text === 'true' ? 'yes' : 'no') : text }),
      )
      .join(', ') || '–';
  const isInvalid = (field: FormError['field']) => issues.some((issue) => issue.field === field);
  const input = useInputProps(edits, save.error);
  const getFieldProps = (name: Exclude<keyof ItemForm, 'attributes'>, hint?: string) => ({
    label: t(name),
    maxLength: 256,
    ...input.textProps(name, { hint }),
  });
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput data-autofocus required {...getFieldProps('externalId', t('externalIdHint'))} />
        <TextInput required {...getFieldProps('title')} />
        <TextInput {...getFieldProps('address')} />
        <Group grow align="flex-start">
          <TextInput
            inputMode="decimal"
            {...getFieldProps('latitude')}
            error={isInvalid('latitude') && t('degreesInvalid', { max: 90 })}
          />
          <TextInput
            inputMode="decimal"
            {...getFieldProps('longitude')}
            error={isInvalid('longitude') && t('degreesInvalid', { max: 180 })}
          />
        </Group>
        <AttributesInput
          rows={edits.values.attributes}
          invalidRows={issues.flatMap(({ row }) => (row === undefined ? [] : [row]))}
          description={
            input.messageProps('attributes', {
              hint: t('attributesHint'),
              savedText: formatRows(savedForm.attributes),
            }).description
          }
          onChange={(attributes) => edits.edit({ attributes })}
        />
        <FormProblem problem={formError ?? save.error} />
        {remove.error && item && <ProblemNote problem={remove.error} onRetry={() => remove.mutate(item)} />}
        <Group justify="space-between">
          <Button type="submit" disabled={!edits.isDirty} loading={save.isPending}>
            {tGeneral('save')}
          </Button>
          {item && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => {
                save.reset();
                remove.mutate(item);
              }}
            >
              {t('delete')}
            </Button>
          )}
        </Group>
        {item && <DimmedText size="xs">{t('deleteHint')}</DimmedText>}
      </Stack>
    </EditForm>
  );
};
