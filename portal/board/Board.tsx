import { Alert, Center, Group, Loader, Switch } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { UnsupportedFilters } from '#portal/tasks/UnsupportedFilters.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { useIsPhone } from '#portal/ui/use-is-phone.ts';
import { BoardLegend } from './BoardLegend.tsx';
import { BoardToolbar } from './BoardToolbar.tsx';
import { type BoardSearch, pickUnsupportedFilters, toPhoneSearch } from './board-search.ts';
import { PersonDay } from './PersonDay.tsx';
import { PlanningDesk } from './PlanningDesk.tsx';
import { useBoard } from './use-board.ts';

const route = getRouteApi('/board');

export const Board = () => {
  const { t } = useTranslation('board');
  const { t: tGeneral } = useTranslation('general');
  const navigate = useNavigate();
  const routeSearch = route.useSearch();
  const isPhone = useIsPhone();
  const search: BoardSearch = isPhone ? toPhoneSearch(routeSearch) : routeSearch;
  const board = useBoard(search);
  const { query, people, hiddenTaskCount } = board;
  const changeSearch = (changes: BoardSearch) =>
    void navigate({ to: '/board', search: { ...routeSearch, ...changes }, replace: true });
  const Desk = isPhone ? PersonDay : PlanningDesk;
  const isListHidden = search.list === 'hidden';
  const toggleList = () => changeSearch({ list: isListHidden ? undefined : 'hidden' });
  useShortcut({ keys: 'l', label: t('toggleList'), run: toggleList });
  const options = (
    <Group gap="md">
      <Switch size="sm" label={t('unplanned')} checked={!isListHidden} onChange={toggleList} />
      {board.view !== 'day' && (
        <Switch
          size="sm"
          label={hiddenTaskCount > 0 ? t('weekendTasks', { count: hiddenTaskCount }) : t('weekend')}
          checked={search.weekend === true}
          onChange={(event) => changeSearch({ weekend: event.currentTarget.checked || undefined })}
        />
      )}
      <BoardLegend />
    </Group>
  );
  return (
    <Page title={t('board')} actions={!isPhone && options} isFullHeight>
      <BoardToolbar {...{ search, board, isPhone }} onChange={changeSearch} />
      <UnsupportedFilters
        filters={pickUnsupportedFilters(routeSearch, isPhone)}
        onChange={({ sort: _, ...removedFilters }) => changeSearch(removedFilters)}
      />
      {query.isError && <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.isTruncated && (
        <Alert color="orange" mb="sm" role="status">
          {t('isCut')}
        </Alert>
      )}
      {query.isPending && (
        <Center h={200} role="status" aria-label={tGeneral('loading')}>
          <Loader />
        </Center>
      )}
      {query.data && people.length === 0 && (
        <EmptyState title={t('noPeople')}>{t('noPeopleHint')}</EmptyState>
      )}
      {query.data && people.length > 0 && <Desk board={board} search={search} onChange={changeSearch} />}
    </Page>
  );
};
