import { Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ManagedWorkbook } from '#contract/workbook-management.ts';
import { formatDateTime, formatDuration } from '#kit/date-time-format.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { listWorkbooks } from '#portal/api/workbooks.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useNames } from '#portal/people/use-names.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { MoreRows } from '#portal/ui/MoreRows.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { NewWorkbook } from './NewWorkbook.tsx';
import { useContentTypes } from './use-content-types.ts';
import type { WorkbooksSearch } from './workbook-search.ts';

const route = getRouteApi('/workbooks');

/** The list of workbooks. */
export const WorkbookList = () => {
  const { t } = useTranslation('workbooks');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canManage = useHasPermission('Workbooks.Manage');
  const { create = false, ...filter } = search;
  const workbooksQuery = useInfiniteQuery({
    queryKey: ['workbooks', filter],
    queryFn: ({ pageParam, signal }) => listWorkbooks(filter, pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const workbooks = workbooksQuery.data?.pages.flatMap((page) => page.workbooks) ?? [];
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
      <QueryProblem query={workbooksQuery} />
      {workbooksQuery.isPending && <Skeleton height={240} />}
      {workbooksQuery.data && workbooks.length > 0 && (
        <>
          <ListTable caption={t('workbooks')} columns={columns} rows={workbooks} keyOf={({ id }) => id} />
          <Text size="sm" c="dimmed" role="status" mt="md">
            {t('shown', { count: workbooks.length })}
          </Text>
          <MoreRows query={workbooksQuery} />
        </>
      )}
      {workbooksQuery.data && workbooks.length === 0 && !isFiltered && (
        <EmptyState title={t('empty')} action={createButton}>
          {t('emptyHint')}
        </EmptyState>
      )}
      {workbooksQuery.data && workbooks.length === 0 && isFiltered && (
        <EmptyState
          title={t('nothingFound')}
          action={
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {t('clear')}
            </Button>
          }
        >
          {t('nothingFoundHint')}
        </EmptyState>
      )}
      {canManage && <NewWorkbook isOpen={create} onClose={() => setCreating(false)} />}
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
  const select = (change: { [Key in keyof WorkbooksSearch]?: WorkbooksSearch[Key] | null | undefined }) => {
    const next = Object.entries({ ...filter, ...change }).filter(
      ([, value]) => value !== null && value !== '',
    );
    void navigate({ search: Object.fromEntries(next) as WorkbooksSearch, replace: true });
  };
  const contentTypes = useContentTypes().map(({ id, name }) => ({ value: id, label: name }));
  const teams = useTeams().map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Group mb="md" gap="sm">
      <SearchField label={t('search')} value={filter.text ?? ''} onSearch={(text) => select({ text })} />
      <Select
        aria-label={t('contentType')}
        placeholder={t('anyContentType')}
        data={contentTypes}
        value={filter.contentTypeId ?? null}
        onChange={(contentTypeId) => select({ contentTypeId })}
        clearable
        searchable
      />
      {teams.length > 0 && (
        <Select
          aria-label={t('team')}
          placeholder={t('anyTeam')}
          data={teams}
          value={filter.teamId ?? null}
          onChange={(teamId) => select({ teamId })}
          clearable
          searchable
        />
      )}
    </Group>
  );
};

const useColumns = (): Column<ManagedWorkbook>[] => {
  const { t } = useTranslation('workbooks');
  const findName = useNames();
  const formatTeams = ({ count, titles }: ManagedWorkbook['usedBy']) => {
    if (count === 0) return <Dimmed>{t('noTeamsShort')}</Dimmed>;
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
      cell: ({ published }) => published?.version ?? <Dimmed>{t('noVersion')}</Dimmed>,
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
              name: findName(draft.modifiedBy),
              time: formatDateTime(draft.modificationTime),
            })}
          </AnchorLink>
        ) : (
          <Dimmed>{t('noDraft')}</Dimmed>
        ),
    },
  ];
};

const Dimmed = ({ children }: { children: string }) => <DimmedText>{children}</DimmedText>;
