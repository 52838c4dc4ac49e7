import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Board, BoardQuery } from '#contract/board.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { getBrowserTimeZone } from '#kit/date-time-format.ts';
import { formatIsoDate } from '#kit/days.ts';
import { formatFullName } from '#kit/full-name.ts';
import { getWeek } from '#kit/locale.ts';
import type { TaskQuery } from '#portal/api/task-query.ts';
import { listTasks, readBoard } from '#portal/api/tasks.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { createColumns, isHiddenDay, listDays } from './board-columns.ts';
import { type BoardRow, layOutBoard } from './board-layout.ts';
import type { BoardSearch } from './board-search.ts';
import { applyMoves, type MovableTask, toBoardTask } from './pending-moves.ts';
import type { Preview } from './preview.ts';
import { useBoardMoves } from './use-board-moves.ts';

const EMPTY_BOARD: Pick<Board, 'people' | 'busy'> = { people: [], busy: [] };

export const useBoard = (search: BoardSearch) => {
  const { view = 'week', teamId, assigneeId, text, find, sort } = search;
  const language = currentLanguage();
  const today = formatIsoDate(new Date());
  const week = useMemo(() => {
    const { first, weekend } = getWeek(language);
    return { first, hiddenWeekdays: search.weekend ? [] : weekend, today };
  }, [language, search.weekend, today]);
  const date = search.date ?? today;
  const queryClient = useQueryClient();
  const { pendingMoves, moveTasks } = useBoardMoves();
  const [preview, setPreview] = useState<Preview | null>(null);
  // Hidden days are included, so that their tasks can be counted.
  const days = listDays(view, date, week);
  const request = {
    from: days[0]!,
    to: days.at(-1)!,
    timeZone: getBrowserTimeZone(),
    ...(teamId !== undefined && { teamId }),
  };
  const query = useQuery({ ...boardQuery(request), placeholderData: keepPreviousData });
  const unplannedFilter: TaskQuery = {
    isPlanned: false,
    state: ['New', 'Assigned'],
    sort: sort ?? 'dueDate',
    ...(teamId !== undefined && { teamId }),
    ...(find !== undefined && { text: find }),
  };
  const { query: unplannedQuery } = usePages({
    queryKey: ['tasks', unplannedFilter],
    readPage: (after) => listTasks(unplannedFilter, after),
    selectRows: (page) => page.tasks,
    isLive: true,
  });

  const { people, busy } = query.data ?? EMPTY_BOARD;
  const columns = useMemo(() => createColumns(view, date, week), [view, date, week]);
  const tasks = useMemo(() => applyMoves(query.data?.tasks ?? [], pendingMoves), [query.data, pendingMoves]);
  const previewedTasks = useMemo(
    () => (preview ? applyMoves(tasks, preview.moves) : tasks),
    [tasks, preview],
  );
  const allRows = useMemo(
    () =>
      layOutBoard({ people, tasks: previewedTasks, busy }, { columns, isWidthProportional: view === 'day' }),
    [people, previewedTasks, busy, columns, view],
  );
  const rows = useMemo(
    () => filterByText(filterByAssignee(allRows, assigneeId), text),
    [allRows, assigneeId, text],
  );
  const unplannedTaskViews = useMemo(
    () => unplannedQuery.data?.pages.flatMap((page) => page.tasks) ?? [],
    [unplannedQuery.data],
  );
  const unplannedTasks = useMemo(
    () =>
      unplannedTaskViews
        .map(toBoardTask)
        .filter(({ id }) => (pendingMoves.get(id)?.plannedStart ?? null) === null),
    [unplannedTaskViews, pendingMoves],
  );
  /** Names by task ID. The assignee of an unplanned task may not have a row. */
  const assigneeNames = useMemo(
    () =>
      new Map(
        unplannedTaskViews.flatMap(({ id, assignee }) => (assignee ? [[id, formatFullName(assignee)]] : [])),
      ),
    [unplannedTaskViews],
  );
  const tasksById = useMemo(
    () => new Map<string, MovableTask>([...unplannedTasks, ...tasks].map((task) => [task.id, task])),
    [unplannedTasks, tasks],
  );
  const hiddenTaskCount =
    view === 'day'
      ? 0
      : previewedTasks.filter(({ plannedStart }) => isHiddenDay(formatIsoDate(new Date(plannedStart)), week))
          .length;
  /** The day need not be on the board. */
  const fetchDay = async (day: string) => {
    const board = await queryClient.fetchQuery(boardQuery({ ...request, from: day, to: day }));
    return { ...board, tasks: applyMoves(board.tasks, pendingMoves) };
  };
  return {
    view,
    date,
    week,
    columns,
    rows,
    tasks,
    hiddenTaskCount,
    unplannedTasks,
    assigneeNames,
    tasksById,
    query,
    unplannedQuery,
    moveTasks,
    fetchDay,
    preview,
    setPreview,
    people,
    busy,
  };
};

const boardQuery = (request: BoardQuery) =>
  queryOptions({ queryKey: ['board', request], queryFn: () => readBoard(request), meta: { isLive: true } });

export type BoardState = ReturnType<typeof useBoard>;

const filterByAssignee = (
  rows: readonly BoardRow[],
  assigneeId: BoardSearch['assigneeId'],
): readonly BoardRow[] => {
  if (assigneeId === undefined) return rows;
  const selectedIds = new Set(assigneeId);
  return rows.filter(({ kind, person }) =>
    person ? selectedIds.has(person.id) : kind === 'unassigned' && selectedIds.has('none'),
  );
};

const filterByText = (rows: readonly BoardRow[], text: string | undefined): readonly BoardRow[] => {
  if (text === undefined) return rows;
  return rows.filter(
    ({ person, cells }) =>
      (person !== null && isTextMatch(formatFullName(person), text)) ||
      cells.some((cell) => cell.some(({ task }) => isTaskMatch(task, text))),
  );
};

const isTextMatch = (name: string, text: string) => name.toLowerCase().includes(text.trim().toLowerCase());

export const isTaskMatch = (
  { title, itemTitle }: Pick<MovableTask, 'title' | 'itemTitle'>,
  text: string,
): boolean => isTextMatch(title, text) || isTextMatch(itemTitle ?? '', text);
