import { Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InspectionRow } from '#contract/result.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { listInspections } from '#portal/api/inspections.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { useNames } from '#portal/people/use-names.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { useIsPhone } from '#portal/ui/use-is-phone.ts';
import { ViewTabs } from '#portal/views/ViewTabs.tsx';
import { BulkApproval } from './BulkApproval.tsx';
import { InspectionFilters } from './InspectionFilters.tsx';
import {
  countFilters,
  DEFAULT_VIEWS,
  type InspectionsSearch,
  parseInspectionsSearch,
  toApiQuery,
} from './inspections-search.ts';
import { useApprovalSelection } from './use-approval-selection.tsx';

const route = getRouteApi('/inspections');
/** With 100 rows, the first render takes twice as long. */
const PAGE_SIZE = '50';

export const InspectionList = () => {
  const { t } = useTranslation('inspections');
  const navigate = useNavigate();
  const search = route.useSearch();
  const filter = { ...toApiQuery(search), limit: PAGE_SIZE };
  const { query, rows } = usePages({
    queryKey: ['inspections', filter],
    readPage: (after) => listInspections({ ...filter, ...(after && { after }) }),
    selectRows: ({ inspections }) => inspections,
    isLive: true,
  });
  const showInspections = (nextSearch: InspectionsSearch, replace = false) =>
    void navigate({ to: '/inspections', search: parseInspectionsSearch({ ...nextSearch }), replace });
  // Always sets `order`: a URL without parameters shows the first default view.
  const changeSearch = (changes: InspectionsSearch) =>
    showInspections({ order: 'newest', ...search, ...changes }, true);
  const columns = useColumns();
  const { selectionColumn, selectedInspections, clearSelection } = useApprovalSelection(rows);
  const isOldestFirst = search.order === 'oldest';
  const isFiltered = countFilters(search) > 0;
  return (
    <Page title={t('inspections')}>
      <ViewTabs
        kind="inspections"
        defaultViews={Object.entries(DEFAULT_VIEWS).map(([name, view]) => ({
          name: t(name as keyof typeof DEFAULT_VIEWS),
          search: view,
        }))}
        search={search}
        onShow={(view) => showInspections(parseInspectionsSearch({ ...view }))}
      />
      <InspectionFilters search={search} onChange={changeSearch} />
      <QueryTable
        query={query}
        empty={
          <EmptyState title={t(isFiltered ? 'none' : 'noneYet')}>
            {t(isFiltered ? 'noneHint' : 'noneYetHint')}
          </EmptyState>
        }
        caption={t('inspections')}
        columns={selectionColumn ? [selectionColumn, ...columns] : columns}
        rows={rows}
        keyOf={({ id }) => id}
        order={{
          sort: isOldestFirst ? 'startedAt' : '-startedAt',
          onSort: (sort) => changeSearch({ order: sort === 'startedAt' ? 'oldest' : 'newest' }),
        }}
      />
      <BulkApproval selectedInspections={selectedInspections} onClear={clearSelection} />
    </Page>
  );
};

const FailedBadge = ({ count }: { count: number }) => {
  const { t } = useTranslation('inspections');
  return <StatusBadge tone="bad">{t('failedCount', { count })}</StatusBadge>;
};

const formatOptionalTime = (time: string | null) => (time === null ? '–' : formatDateTime(time));

const useColumns = (): Column<InspectionRow>[] => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const isPhone = useIsPhone();
  return useMemo(
    () => [
      {
        key: 'title',
        header: t('inspection'),
        cell: ({ id, title, userName, startedAt, endedAt, failedCount }) => (
          <>
            <AnchorLink to="/inspections/$inspectionId" params={{ inspectionId: id }} fw={600}>
              {title}
            </AnchorLink>
            <DimmedText size="xs" hiddenFrom="sm">
              {formatName(userName)} · {formatOptionalTime(endedAt ?? startedAt)}
            </DimmedText>
            {isPhone && failedCount > 0 && <FailedBadge count={failedCount} />}
          </>
        ),
      },
      {
        key: 'externalId',
        header: t('task'),
        // Wide enough for numeric IDs.
        cell: ({ externalId }) => (
          <Text size="sm" truncate maw="7rem" title={externalId ?? undefined}>
            {externalId ?? '–'}
          </Text>
        ),
        isHiddenOnPhone: true,
      },
      {
        key: 'state',
        header: t('state'),
        // An approved inspection is always closed, so its state is not shown.
        cell: ({ state, approvedAt }) =>
          approvedAt === null ? (
            <TaskStateBadge state={state} />
          ) : (
            <StatusBadge tone="good">{t('approved')}</StatusBadge>
          ),
      },
      {
        key: 'failed',
        header: t('failures'),
        isOneLine: true,
        // On a phone, the badge appears below the title.
        cell: ({ failedCount }) => (failedCount > 0 && !isPhone ? <FailedBadge count={failedCount} /> : '–'),
        isHiddenOnPhone: true,
      },
      {
        key: 'workbook',
        header: t('workbook'),
        cell: ({ workbookTitle, workbookVersion }) => (
          <>
            {workbookTitle}{' '}
            <DimmedText span size="xs">
              {workbookVersion}
            </DimmedText>
          </>
        ),
        isHiddenOnPhone: true,
      },
      {
        key: 'userName',
        header: t('inspector'),
        cell: ({ userName, teamTitle }) => (
          <>
            {formatName(userName)}
            <DimmedText size="xs">{teamTitle}</DimmedText>
          </>
        ),
        isHiddenOnPhone: true,
      },
      {
        key: 'startedAt',
        header: t('startedAt'),
        cell: ({ startedAt }) => formatOptionalTime(startedAt),
        isOneLine: true,
        isSortable: true,
        isHiddenOnPhone: true,
      },
      {
        key: 'endedAt',
        header: t('completedAt'),
        cell: ({ endedAt }) => formatOptionalTime(endedAt),
        isOneLine: true,
        isHiddenOnPhone: true,
      },
    ],
    [t, formatName, isPhone],
  );
};
