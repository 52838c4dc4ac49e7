import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import { calculatePlannedMinutes } from '#contract/planned-minutes.ts';
import type { Column } from './board-columns.ts';
import { endOf, findOverlaps, findWarnings, MINUTE_MS, startOf, type TaskWarning } from './task-warnings.ts';

/** A card's first column, its width in columns, and its lane, which separates overlapping tasks. */
export type Placement = {
  column: number;
  /** How far into the column the task starts, as a fraction; 0 except in the day view. */
  offset: number;
  span: number;
  lane: number;
};

export type PlacedTask = Placement & { task: BoardTask; warnings: readonly TaskWarning[] };
/** A person's work for another team. */
export type PlacedBusy = Placement & { time: BusyTime };

export type DayLoad = {
  date: string;
  plannedMinutes: number;
  workingMinutes: number;
  isAbsent: boolean;
  reason: string | null;
};

/** A row of kind `others` contains the tasks of people who are not on this board. */
export type BoardRow = {
  key: string;
  kind: 'unassigned' | 'others' | 'person';
  person: BoardPerson | null;
  lanes: number;
  /** The tasks that start in each column. */
  cells: readonly (readonly PlacedTask[])[];
  busy: readonly PlacedBusy[];
  /** The load for each day. */
  loads: readonly DayLoad[];
};

type PlannedPeriod = Pick<BoardTask, 'plannedStart' | 'minutes'>;

/** With `showsDuration`, a task's width shows its duration, as in the day view. Otherwise, tasks fill whole columns. */
type Shape = { columns: readonly Column[]; showsDuration: boolean };

export const UNASSIGNED_KEY = 'unassigned';
export const OTHERS_KEY = 'others';
export const personKey = (id: number): string => `person ${id}`;

/** Shorter tasks are rendered as if they had this duration so they can be read and dragged. */
export const MIN_CARD_MS = 45 * MINUTE_MS;

export const layOutBoard = (
  {
    people,
    tasks,
    busy,
  }: { people: readonly BoardPerson[]; tasks: readonly BoardTask[]; busy: readonly BusyTime[] },
  shape: Shape,
): BoardRow[] => {
  const peopleIds = new Set(people.map(({ id }) => id));
  const tasksByRow = Map.groupBy(tasks, ({ assigneeId }) => {
    if (assigneeId === null) return UNASSIGNED_KEY;
    return peopleIds.has(assigneeId) ? personKey(assigneeId) : OTHERS_KEY;
  });
  const busyByUser = Map.groupBy(busy, ({ userId }) => userId);
  const layOut = (key: string, kind: BoardRow['kind'], person: BoardPerson | null) =>
    layOutRow(
      { tasks: tasksByRow.get(key) ?? [], busy: (person && busyByUser.get(person.id)) ?? [] },
      { key, kind, person },
      shape,
    );
  return [
    layOut(UNASSIGNED_KEY, 'unassigned', null),
    ...(tasksByRow.has(OTHERS_KEY) ? [layOut(OTHERS_KEY, 'others', null)] : []),
    ...people.map((person) => layOut(personKey(person.id), 'person', person)),
  ];
};

const layOutRow = (
  { tasks, busy }: { tasks: readonly BoardTask[]; busy: readonly BusyTime[] },
  row: Pick<BoardRow, 'key' | 'kind' | 'person'>,
  shape: Shape,
): BoardRow => {
  const { columns } = shape;
  const overlapping = row.person ? findOverlaps(tasks, busy) : new Set<string>();
  const daysByDate = new Map(row.person?.days.map((day) => [day.date, day]));
  const cells: PlacedTask[][] = columns.map(() => []);
  const placedBusy: PlacedBusy[] = [];
  const laneEnds: number[] = [];
  const periods = [...busy.map((time) => ({ ...time, id: '' })), ...tasks];
  for (const period of periods.sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))) {
    const position = findPosition(period, shape);
    if (!position) continue;
    const from = position.column + position.offset;
    const freeLane = laneEnds.findIndex((end) => end <= from);
    const lane = freeLane === -1 ? laneEnds.length : freeLane;
    laneEnds[lane] = from + position.span;
    const placement = { ...position, lane };
    if ('userId' in period) {
      placedBusy.push({ time: period, ...placement });
      continue;
    }
    const day = daysByDate.get(columns[placement.column]!.date);
    const warnings = findWarnings(period, day, overlapping.has(period.id));
    cells[placement.column]!.push({ task: period, ...placement, warnings });
  }
  const loads = calculateLoads([...tasks, ...busy], row.person, columns);
  return { ...row, lanes: laneEnds.length, cells, busy: placedBusy, loads };
};

/** Returns undefined if the task is outside the columns. */
const findPosition = (
  task: PlannedPeriod,
  { columns, showsDuration }: Shape,
): Omit<Placement, 'lane'> | undefined => {
  const [first, last] = [columns[0]!.start, columns.at(-1)!.end];
  const start = Math.max(startOf(task), first);
  const end = Math.min(endOf(task), last);
  if (start >= end) return undefined;
  const column = columns.findIndex((candidate) => candidate.end > start);
  if (!showsDuration) {
    const lastColumn = columns.findLastIndex((candidate) => candidate.start < end);
    // The task is only on hidden days.
    if (lastColumn < column) return undefined;
    return { column, offset: 0, span: lastColumn - column + 1 };
  }
  const { start: from, end: to } = columns[column]!;
  const renderedEnd = Math.min(Math.max(end, start + MIN_CARD_MS), last);
  return { column, offset: (start - from) / (to - from), span: (renderedEnd - start) / (to - from) };
};

/** Calculates the load for each day, which includes only the minutes of a task that fall on that day. */
const calculateLoads = (
  tasks: readonly PlannedPeriod[],
  person: BoardPerson | null,
  columns: readonly Column[],
): DayLoad[] => {
  const daysByDate = new Map(person?.days.map((day) => [day.date, day]));
  const spans = tasks.map((task) => ({ start: startOf(task), end: endOf(task) }));
  return [...Map.groupBy(columns, ({ date }) => date)].map(([date, hours]) => {
    const day = daysByDate.get(date);
    return {
      date,
      plannedMinutes: calculatePlannedMinutes({ start: hours[0]!.start, end: hours.at(-1)!.end }, spans),
      workingMinutes: day?.workingMinutes ?? 0,
      isAbsent: day?.isAbsent ?? false,
      reason: day?.reason ?? null,
    };
  });
};

export const locateTask = (rows: readonly BoardRow[], id: string) => {
  for (const [row, { cells }] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const placed = cell.find(({ task }) => task.id === id);
      if (placed) return { row, column, placed };
    }
  return undefined;
};

export const isOverbooked = ({ plannedMinutes, workingMinutes }: DayLoad): boolean =>
  plannedMinutes > workingMinutes;
