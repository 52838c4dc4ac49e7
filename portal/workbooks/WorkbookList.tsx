import { Button, Group, Select, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ManagedWorkbook } from '#contract/workbook-management.ts';
import { formatDateTime, formatDuration } from '#kit/date-time-format.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { listWorkbooks } from '#portal/api/workbooks.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useNames } from '#portal/people/use-names.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { NewWorkbook } from './NewWorkbook.tsx';
import { useContentTypes } from './use-content-types.ts';
import { parseWorkbooksSearch, type WorkbooksSearch } from './workbook-search.ts';

const route = getRouteApi('/workbooks');

export const WorkbookList = () => {
  const { t } = useTranslation('workbooks');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canManage = useHasPermission('Workbooks.Manage');
  const { create: isCreating = false, ...filter } = search;
  const { query, rows } = usePages({
    queryKey: ['workbooks', filter],
    readPage: (cursor, { signal }) => listWorkbooks(filter, cursor, { signal }),
    selectRows: ({ workbooks }) => workbooks,
  });
  const columns = useColumns();
  const isFiltered = Object.keys(filter).length > 0;
  const setCreating = (isOpen: boolean) =>
    navigate({ search: isOpen ? { ...filter, create: true } : filter, replace: true });

  const createButton = canManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('workbooks')} actions={createButton}>
      {canManage && <CreateShortcut onCreate={() => setCreating(true)} />}
      <Filters filter={filter} />
      <QueryTable
        query={query}
        rows={rows}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('nothingFound')}
              clearLabel={t('clear')}
              onClear={() => void navigate({ search: {} })}
            >
              {t('nothingFoundHint')}
            </EmptyState>
          ) : (
            <EmptyState title={t('empty')} action={createButton}>
              {t('emptyHint')}
            </EmptyState>
          )
        }
        caption={t('workbooks')}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {rows && rows.length > 0 && (
        <Text size="sm" c="dimmed" role="status" mt="md">
          {t('shown', { count: rows.length })}
        </Text>
      )}
      {canManage && <NewWorkbook isOpen={isCreating} onClose={() => setCreating(false)} />}
    </Page>
  );
};

const CreateShortcut = ({ onCreate }: { onCreate: () => void }) => {
  const { t } = useTranslation('workbooks');
  useShortcut({ keys: 'n', label: t('createShortcut'), run: onCreate });
  return null;
};

const Filters = ({ filter }: { filter: WorkbooksSearch }) => {
  const { t } = useTranslation('workbooks');
  const navigate = route.useNavigate();
  const changeFilter = (changes: Partial<Record<keyof WorkbooksSearch, string | null>>) =>
    void navigate({ search: parseWorkbooksSearch({ ...filter, ...changes }), replace: true });
  const contentTypes = useContentTypes();
  const teams = useTeams().map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Group mb="md" gap="sm">
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filter.text ?? ''}
        onSearch={(text) => changeFilter({ text })}
      />
      <Select
        aria-label={t('contentType')}
        placeholder={t('anyContentType')}
        data={contentTypes}
        value={filter.contentTypeId ?? null}
        onChange={(contentTypeId) => changeFilter({ contentTypeId })}
        clearable
        searchable
      />
      {teams.length > 0 && (
        <Select
          aria-label={t('team')}
          placeholder={t('anyTeam')}
          data={teams}
          value={filter.teamId ?? null}
          onChange={(teamId) => changeFilter({ teamId })}
          clearable
          searchable
        />
      )}
    </Group>
  );
};

const useColumns = (): Column<ManagedWorkbook>[] => {
  const { t } = useTranslation('workbooks');
  const formatName = useNames();
  const formatTeams = ({ count, titles }: ManagedWorkbook['usedBy']) => {
    if (count === 0) return <DimmedText>{t('noTeamsShort')}</DimmedText>;
    const text = titles.join(', ');
    return count > titles.length ? t('moreTeams', { titles: text, more: count - titles.length }) : text;
  };
  return [
    {
      key: 'title',
      header: t('title'),
      cell: ({ id, title, name }) => (
        <>
          <AnchorLink to="/workbooks/$workbookId" params={{ workbookId: id }} fw={600} size="sm">
            {title}
          </AnchorLink>
          {name !== title && <DimmedText size="xs">{name}</DimmedText>}
        </>
      ),
    },
    {
      key: 'contentType',
      header: t('contentType'),
      cell: ({ contentType }) => contentType?.name ?? '–',
      isHiddenOnPhone: true,
    },
    {
      key: 'newestVersion',
      header: t('newestVersion'),
      cell: ({ published }) => published?.version ?? <DimmedText>{t('noVersion')}</DimmedText>,
    },
    {
      key: 'teams',
      header: t('teamsColumn'),
      cell: ({ usedBy }) => formatTeams(usedBy),
      isHiddenOnPhone: true,
    },
    {
      key: 'duration',
      header: t('duration'),
      cell: ({ expectedMinutes }) => (expectedMinutes === null ? '–' : formatDuration(expectedMinutes)),
      isHiddenOnPhone: true,
    },
    {
      key: 'draft',
      header: t('draft'),
      cell: ({ id, draft }) =>
        draft ? (
          <AnchorLink size="sm" to="/workbooks/$workbookId/design" params={{ workbookId: id }}>
            {t('draftOf', {
              name: formatName(draft.modifiedBy),
              time: formatDateTime(draft.modificationTime),
            })}
          </AnchorLink>
        ) : (
          <DimmedText>{t('noDraft')}</DimmedText>
        ),
    },
  ];
};
