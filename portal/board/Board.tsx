import { Alert, Center, Loader } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { UnusedFilters } from '#portal/frame/UnusedFilters.tsx';
import { useIsPhone } from '#portal/frame/use-is-phone.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { BoardToolbar } from './BoardToolbar.tsx';
import { type BoardSearch, searchOnPhone, unusedFilters } from './board-search.ts';
import { PersonDay } from './PersonDay.tsx';
import { PlanningDesk } from './PlanningDesk.tsx';
import { useBoard } from './use-board.ts';
import { useBoardWords } from './words.ts';

const route = getRouteApi('/board');

/** Who does what when: the whole board at a desk, one person's day on a phone. */
export const Board = () => {
  const t = useBoardWords();
  const frame = useFrameWords();
  const navigate = useNavigate();
  const given = route.useSearch();
  const isPhone = useIsPhone();
  const search: BoardSearch = isPhone ? searchOnPhone(given) : given;
  const shown = useBoard(search);
  const { board, people } = shown;
  const change = (changed: BoardSearch) =>
    void navigate({ to: '/board', search: { ...given, ...changed }, replace: true });
  const Desk = isPhone ? PersonDay : PlanningDesk;
  return (
    <Page title={t('board')} fills>
      <BoardToolbar search={search} view={shown.view} date={shown.date} isPhone={isPhone} onChange={change} />
      <UnusedFilters
        filters={unusedFilters(given, isPhone)}
        onChange={({ sort: _, ...removed }) => change(removed)}
      />
      {board.isError && <ProblemNote problem={board.error} onRetry={() => void board.refetch()} />}
      {board.data?.isCut && (
        <Alert color="orange" mb="sm" role="status">
          {t('isCut')}
        </Alert>
      )}
      {board.isPending && (
        <Center h={200} role="status" aria-label={frame('loading')}>
          <Loader />
        </Center>
      )}
      {board.data && people.length === 0 && (
        <EmptyState title={t('noPeople')}>{t('noPeopleHint')}</EmptyState>
      )}
      {board.data && people.length > 0 && <Desk shown={shown} search={search} onChange={change} />}
    </Page>
  );
};
