import { Button, Center, Loader, Menu, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { IconDots, IconDownload, IconPlus, IconUpload } from '#kit/icons/icons.ts';
import { getWeek } from '#kit/locale.ts';
import { readPreference, storePreference } from '#kit/preferences.ts';
import { listTasks, taskFileUrl } from '#portal/api/tasks.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { ViewTabs } from '#portal/views/ViewTabs.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ColumnSelector } from './ColumnSelector.tsx';
import { DEFAULT_COLUMNS, listProperties } from './columns.ts';
import { TaskFilters } from './TaskFilters.tsx';
import { TaskTable } from './TaskTable.tsx';
import {
  countFilters,
  DEFAULT_VIEWS,
  parseTaskListSearch,
  parseTaskSearch,
  type TaskSearchChange,
  toApiQuery,
} from './task-search.ts';

const route = getRouteApi('/tasks');

export const TaskList = () => {
  const { t } = useTranslation('tasks');
  const { t: tGeneral } = useTranslation('general');
  const navigate = useNavigate();
  const { columns, ...search } = route.useSearch();
  const canManage = useHasPermission('Tasks.Manage');
  const [storedColumns, setStoredColumns] = useState(() =>
    readPreference<readonly string[]>('tasks.columns', DEFAULT_COLUMNS),
  );
  const columnNames = columns ?? storedColumns;

  const query = toApiQuery(search, new Date(), getWeek(currentLanguage()));
  const { query: tasksQuery, rows: tasks = [] } = usePages({
    queryKey: ['tasks', query],
    readPage: (cursor) => listTasks(query, cursor),
    selectRows: (page) => page.tasks,
    isLive: true,
  });
  const firstPage = tasksQuery.data?.pages[0];
  const isFiltered = countFilters(search) > 0;

  const changeSearch = (changes: TaskSearchChange) => {
    const newSearch = parseTaskSearch({ ...search, ...changes });
    // If the URL contained no filters, the list would show the first default view.
    const filters = Object.keys(newSearch).length === 0 ? DEFAULT_VIEWS.viewAll : newSearch;
    void navigate({ to: '/tasks', search: { ...filters, ...(columns && { columns }) }, replace: true });
  };
  const changeColumns = (names: string[]) => {
    storePreference('tasks.columns', names);
    setStoredColumns(names);
    // The columns are also in the URL, so that views can save them.
    void navigate({ to: '/tasks', search: { ...search, columns: names }, replace: true });
  };
  return (
    <Page
      title={t('tasks')}
      isFullHeight
      actions={
        <>
          <Text size="sm" c="dimmed" role="status">
            {firstPage &&
              t(firstPage.isCountCapped ? 'countCapped' : 'count', { count: firstPage.count ?? 0 })}
          </Text>
          <ColumnSelector
            properties={listProperties(tasks, columnNames)}
            selectedNames={columnNames}
            onChange={changeColumns}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" variant="default" leftSection={<IconDots size={16} aria-hidden />}>
                {t('more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component="a"
                href={taskFileUrl(query)}
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {t('exportCsv')}
              </Menu.Item>
              {canManage && (
                <Menu.Item
                  leftSection={<IconUpload size={16} aria-hidden />}
                  onClick={() => void navigate({ to: '/tasks/import' })}
                >
                  {t('importCsv')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          {canManage && <NewTaskButton onClick={() => void navigate({ to: '/tasks/new' })} />}
        </>
      }
    >
      <ViewTabs
        kind="tasks"
        defaultViews={Object.entries(DEFAULT_VIEWS).map(([name, view]) => ({
          name: t(name as keyof typeof DEFAULT_VIEWS),
          search: view,
        }))}
        search={{ ...search, columns }}
        onShow={(view) => void navigate({ to: '/tasks', search: parseTaskListSearch({ ...view }) })}
      />
      <TaskFilters search={search} onChange={changeSearch} />
      <QueryProblem query={tasksQuery} />
      {tasksQuery.isPending && (
        <Center h={200} role="status" aria-label={tGeneral('loading')}>
          <Loader />
        </Center>
      )}
      {firstPage && tasks.length === 0 && (
        <EmptyState title={t(isFiltered ? 'none' : 'noneYet')}>
          {t(isFiltered ? 'noneHint' : 'noneYetHint')}
        </EmptyState>
      )}
      {tasks.length > 0 && (
        <TaskTable
          tasks={tasks}
          columnNames={columnNames}
          sort={search.sort}
          onSort={(sort) => changeSearch({ sort })}
          onOpen={(taskId) => void navigate({ to: '/tasks/$taskId', params: { taskId } })}
          query={tasksQuery}
        />
      )}
      {canManage && <BulkBar tasks={tasks} />}
    </Page>
  );
};

const NewTaskButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation('tasks');
  useShortcut({ keys: 'n', label: t('newTask'), run: onClick });
  return (
    <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {t('newTask')}
    </Button>
  );
};
