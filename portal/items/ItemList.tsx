import { Button, Group, Switch, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Item } from '#contract/item.ts';
import { IconPlus, IconUpload } from '#kit/icons/icons.ts';
import { contentTypesQuery, itemFileUrl, listItems } from '#portal/api/items.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DownloadButton } from '#portal/ui/DownloadButton.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { ItemDrawer } from './ItemDrawer.tsx';
import classes from './ItemList.module.css';
import { type ItemsSearch, parseItemsSearch } from './items-search.ts';

export const ItemList = () => {
  const { t } = useTranslation('items');
  const canManage = useHasPermission('Workbooks.Manage');
  const { contentTypeId } = useParams({ from: '/items/$contentTypeId' });
  const { text, isArchived, item, isImporting } = useSearch({ from: '/items/$contentTypeId' });
  const navigate = useNavigate({ from: '/items/$contentTypeId' });
  const changeSearch = (changes: Partial<ItemsSearch>) =>
    void navigate({ search: (prev) => parseItemsSearch({ ...prev, ...changes }), replace: true });
  const types = useQuery(contentTypesQuery);
  const type = types.data?.find(({ id }) => id === contentTypeId);
  const filter = { text, archived: isArchived && ('true' as const), limit: 100 };
  const { query, rows } = usePages({
    queryKey: ['items', contentTypeId, filter],
    readPage: (after) => listItems(contentTypeId, { ...filter, after }),
    selectRows: ({ items }) => items,
  });
  const title = type?.name ?? t('items');
  const columns = useColumns((id) => changeSearch({ item: id }));
  return (
    <Page
      title={title}
      back={{ to: '/items', label: t('contentTypes') }}
      actions={
        <>
          <DownloadButton href={itemFileUrl(contentTypeId)} label={t('exportCsv')} />
          {canManage && <CreateButtons onChange={changeSearch} />}
        </>
      }
    >
      <Group gap="md" mb="sm">
        <SearchField
          label={t('search')}
          value={text ?? ''}
          onSearch={(newText) => changeSearch({ text: newText })}
        />
        <Switch
          label={t('showArchived')}
          checked={isArchived === true}
          onChange={(event) => changeSearch({ isArchived: event.currentTarget.checked || undefined })}
        />
      </Group>
      <QueryTable
        query={query}
        rows={rows}
        empty={<NoItems search={{ text, isArchived }} />}
        caption={t('listOf', { name: title })}
        columns={columns}
        keyOf={({ id }) => id}
      />
      <ItemDrawer
        contentTypeId={contentTypeId}
        itemId={item}
        onClose={() => changeSearch({ item: undefined })}
      />
      {canManage && (
        <ImportDialog
          contentTypeId={contentTypeId}
          isOpen={isImporting === true}
          onClose={() => changeSearch({ isImporting: undefined })}
        />
      )}
    </Page>
  );
};

const CreateButtons = ({ onChange }: { onChange: (changes: Partial<ItemsSearch>) => void }) => {
  const { t } = useTranslation('items');
  useShortcut({ keys: 'n', label: t('newItem'), run: () => onChange({ item: 'new' }) });
  useShortcut({ keys: 'i', label: t('importCsv'), run: () => onChange({ isImporting: true }) });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => onChange({ isImporting: true })}
      >
        {t('importCsv')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onChange({ item: 'new' })}>
        {t('newItem')}
      </Button>
    </>
  );
};

const NoItems = ({ search: { text, isArchived } }: { search: ItemsSearch }) => {
  const { t } = useTranslation('items');
  if (text !== undefined) return <EmptyState title={t('noMatch')}>{t('noMatchHint')}</EmptyState>;
  if (isArchived) return <EmptyState title={t('noArchived')}>{t('noArchivedHint')}</EmptyState>;
  return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>;
};

const MAX_SHOWN_ATTRIBUTES = 4;

const useColumns = (onOpen: (id: string) => void): Column<Item>[] => {
  const { t } = useTranslation('items');
  const formatValue = (value: string | number | boolean) =>
    typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value);
  return [
    { key: 'externalId', header: t('externalId'), cell: ({ externalId }) => externalId },
    {
      key: 'title',
      header: t('title'),
      cell: ({ id, title }) => (
        <UnstyledButton className={classes.title} onClick={() => onOpen(id)}>
          {title}
        </UnstyledButton>
      ),
    },
    { key: 'address', header: t('address'), isHiddenOnPhone: true, cell: ({ address }) => address ?? '–' },
    {
      key: 'location',
      header: t('location'),
      isHiddenOnPhone: true,
      cell: ({ location }) =>
        location ? `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}` : '–',
    },
    {
      key: 'attributes',
      header: t('attributes'),
      isHiddenOnPhone: true,
      cell: ({ attributes }) => (
        <Text size="sm" lineClamp={2}>
          {Object.entries(attributes)
            .slice(0, MAX_SHOWN_ATTRIBUTES)
            .map(([name, value]) => t('attributeIs', { name, value: formatValue(value) }))
            .join(', ') || '–'}
        </Text>
      ),
    },
  ];
};
