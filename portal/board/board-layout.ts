import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import { calculatePlannedMinutes } from '#contract/planned-minutes.ts';
import type { Column } from './board-columns.ts';
import { endOf, findOverlaps, findWarnings, MINUTE_MS, startOf, type TaskWarning } from './task-warnings.ts';

/** A card's first column, its width in columns, and its lane, which separates overlapping tasks. */
export type Placement = {
  column: number;
  /** Where in the column the card starts, as a fraction of the column's width. Always 0 except in the day view. */
  offset: number;
  span: number;
  lane: number;
};

export type PlacedTask = Placement & { task: BoardTask; warnings: readonly TaskWarning[] };
/** A person's work for another team. */
export type PlacedBusyTime = Placement & { time: BusyTime };

export type DayLoad = Omit<BoardPerson['days'][number], 'startsAt' | 'endsAt'> & { plannedMinutes: number };

/** The row of kind `others` contains the tasks of people who are not on this board. */
export type BoardRow = {
  key: string;
  kind: 'unassigned' | 'others' | 'person';
  person: BoardPerson | null;
  laneCount: number;
  /** The tasks that start in each column. */
  cells: readonly (readonly PlacedTask[])[];
  busyTimes: readonly PlacedBusyTime[];
  loads: readonly DayLoad[];
};

export type PlannedBoard = {
  people: readonly BoardPerson[];
  tasks: readonly BoardTask[];
  busy: readonly BusyTime[];
};

type PlannedPeriod = Pick<BoardTask, 'plannedStart' | 'minutes'>;

type LayoutOptions = {
  columns: readonly Column[];
  /** Whether card widths reflect task durations, as in the day view. Otherwise, cards fill their columns. */
  isWidthProportional: boolean;
};

export const UNASSIGNED_KEY = 'unassigned';
export const OTHERS_KEY = 'others';
export const createPersonKey = (id: number): string => `person ${id}`;

/** Shorter tasks are shown with this duration, so that users can read and drag them. */
export const MIN_CARD_MS = 45 * MINUTE_MS;

export const layOutBoard = ({ people, tasks, busy }: PlannedBoard, options: LayoutOptions): BoardRow[] => {
  const peopleIds = new Set(people.map(({ id }) => id));
  const tasksByRow = Map.groupBy(tasks, ({ assigneeId }) => {
    if (assigneeId === null) return UNASSIGNED_KEY;
    return peopleIds.has(assigneeId) ? createPersonKey(assigneeId) : OTHERS_KEY;
  });
  const busyByUser = Map.groupBy(busy, ({ userId }) => userId);
  const createRow = (key: string, kind: BoardRow['kind'], person: BoardPerson | null) =>
    layOutRow(
      { tasks: tasksByRow.get(key) ?? [], busy: (person && busyByUser.get(person.id)) ?? [] },
      { key, kind, person },
      options,
    );
  return [
    createRow(UNASSIGNED_KEY, 'unassigned', null),
    ...(tasksByRow.has(OTHERS_KEY) ? [createRow(OTHERS_KEY, 'others', null)] : []),
    ...people.map((person) => createRow(createPersonKey(person.id), 'person', person)),
  ];
};

const layOutRow = (
  { tasks, busy }: Pick<PlannedBoard, 'tasks' | 'busy'>,
  row: Pick<BoardRow, 'key' | 'kind' | 'person'>,
  options: LayoutOptions,
): BoardRow => {
  const { columns } = options;
  const overlappingIds = row.person ? findOverlaps(tasks, busy) : new Set<string>();
  const daysByDate = new Map(row.person?.days.map((day) => [day.date, day]));
  const cells: PlacedTask[][] = columns.map(() => []);
  const busyTimes: PlacedBusyTime[] = [];
  const laneEnds: number[] = [];
  const periods = [...busy.map((time) => ({ ...time, id: '' })), ...tasks];
  for (const period of periods.sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))) {
    const position = findPosition(period, options);
    if (!position) continue;
    const from = position.column + position.offset;
    const freeLane = laneEnds.findIndex((end) => end <= from);
    const lane = freeLane === -1 ? laneEnds.length : freeLane;
    laneEnds[lane] = from + position.span;
    const placement = { ...position, lane };
    if ('userId' in period) {
      busyTimes.push({ time: period, ...placement });
      continue;
    }
    const day = daysByDate.get(columns[placement.column]!.date);
    const warnings = findWarnings(period, day, overlappingIds.has(period.id));
    cells[placement.column]!.push({ task: period, ...placement, warnings });
  }
  const loads = calculateLoads([...tasks, ...busy], daysByDate, columns);
  return { ...row, laneCount: laneEnds.length, cells, busyTimes, loads };
};

/** Returns undefined if the task is outside the columns. */
const findPosition = (
  task: PlannedPeriod,
  { columns, isWidthProportional }: LayoutOptions,
): Omit<Placement, 'lane'> | undefined => {
  const [boardStart, boardEnd] = [columns[0]!.start, columns.at(-1)!.end];
  const start = Math.max(startOf(task), boardStart);
  const end = Math.min(endOf(task), boardEnd);
  if (start >= end) return undefined;
  const column = columns.findIndex((candidate) => candidate.end > start);
  if (!isWidthProportional) {
    const lastColumn = columns.findLastIndex((candidate) => candidate.start < end);
    // The task is only on hidden days.
    if (lastColumn < column) return undefined;
    return { column, offset: 0, span: lastColumn - column + 1 };
  }
  const columnMs = columns[column]!.end - columns[column]!.start;
  const renderedEnd = Math.min(Math.max(end, start + MIN_CARD_MS), boardEnd);
  return {
    column,
    offset: (start - columns[column]!.start) / columnMs,
    span: (renderedEnd - start) / columnMs,
  };
};

/** Only the minutes of a task that fall on a day count towards that day. */
const calculateLoads = (
  tasks: readonly PlannedPeriod[],
  daysByDate: ReadonlyMap<string, BoardPerson['days'][number]>,
  columns: readonly Column[],
): DayLoad[] => {
  const spans = tasks.map((task) => ({ start: startOf(task), end: endOf(task) }));
  return [...Map.groupBy(columns, ({ date }) => date)].map(([date, dayColumns]) => {
    const day = daysByDate.get(date);
    return {
      date,
      plannedMinutes: calculatePlannedMinutes(
        { start: dayColumns[0]!.start, end: dayColumns.at(-1)!.end },
        spans,
      ),
      workingMinutes: day?.workingMinutes ?? 0,
      isAbsent: day?.isAbsent ?? false,
      reason: day?.reason ?? null,
    };
  });
};

export const locateTask = (rows: readonly BoardRow[], id: string) => {
  for (const [row, { cells }] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const placedTask = cell.find(({ task }) => task.id === id);
      if (placedTask) return { row, column, placedTask };
    }
  return undefined;
};

export const isOverbooked = ({ plannedMinutes, workingMinutes }: DayLoad): boolean =>
  plannedMinutes > workingMinutes;
