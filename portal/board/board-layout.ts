import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import { plannedMinutesOf } from '#contract/planned-minutes.ts';
import type { Column } from './board-columns.ts';
import { endOf, findOverlaps, MINUTE_MS, marksOf, startOf, type TaskMark } from './task-marks.ts';

// Where every task of a board stands. Pure: the same board and columns always give the same picture.

/** Where something stands in its row: from which column on, how wide in columns, and in which of the lanes that keep overlaps apart. */
export type Place = {
  column: number;
  /** Of the column, from its start to where the task begins: only hours are divided. */
  offset: number;
  span: number;
  lane: number;
};

export type PlacedTask = Place & { task: BoardTask; marks: readonly TaskMark[] };
/** What somebody does for another team. */
export type PlacedBusy = Place & { time: BusyTime };

/** What somebody has to do on a day. */
export type DayLoad = {
  date: string;
  plannedMinutes: number;
  workingMinutes: number;
  isAbsent: boolean;
  reason: string | null;
};

/** `others`: tasks of people who are not on this board. */
export type BoardRow = {
  key: string;
  kind: 'nobody' | 'others' | 'person';
  person: BoardPerson | null;
  lanes: number;
  /** By column. */
  cells: readonly (readonly PlacedTask[])[];
  busy: readonly PlacedBusy[];
  /** By day. */
  loads: readonly DayLoad[];
};

/** A time that somebody is not free. */
type Taken = Pick<BoardTask, 'plannedStart' | 'minutes'>;

/** Hours are divided, days are not: in the day view a task is as wide as it is long. */
type Shape = { columns: readonly Column[]; isDivided: boolean };

export const NOBODY_KEY = 'nobody';
export const OTHERS_KEY = 'others';
export const keyOfPerson = (id: number): string => `person ${id}`;

/** A shorter task is drawn as if it took so long, so that it can be read and taken. */
export const SHORTEST_DRAWN_MS = 45 * MINUTE_MS;

export const layOutBoard = (
  {
    people,
    tasks,
    busy,
  }: { people: readonly BoardPerson[]; tasks: readonly BoardTask[]; busy: readonly BusyTime[] },
  shape: Shape,
): BoardRow[] => {
  const known = new Set(people.map(({ id }) => id));
  const groups = Map.groupBy(tasks, ({ assigneeId }) => {
    if (assigneeId === null) return NOBODY_KEY;
    return known.has(assigneeId) ? keyOfPerson(assigneeId) : OTHERS_KEY;
  });
  const busyTimes = Map.groupBy(busy, ({ userId }) => userId);
  const rowOf = (key: string, kind: BoardRow['kind'], person: BoardPerson | null) =>
    layOutRow(
      { tasks: groups.get(key) ?? [], busy: (person && busyTimes.get(person.id)) ?? [] },
      { key, kind, person },
      shape,
    );
  return [
    rowOf(NOBODY_KEY, 'nobody', null),
    ...(groups.has(OTHERS_KEY) ? [rowOf(OTHERS_KEY, 'others', null)] : []),
    ...people.map((person) => rowOf(keyOfPerson(person.id), 'person', person)),
  ];
};

const layOutRow = (
  { tasks, busy }: { tasks: readonly BoardTask[]; busy: readonly BusyTime[] },
  row: Pick<BoardRow, 'key' | 'kind' | 'person'>,
  shape: Shape,
): BoardRow => {
  const { columns } = shape;
  const overlapping = row.person ? findOverlaps(tasks, busy) : new Set<string>();
  const dayOf = new Map(row.person?.days.map((day) => [day.date, day]));
  const cells: PlacedTask[][] = columns.map(() => []);
  const placedBusy: PlacedBusy[] = [];
  const laneEnds: number[] = [];
  const all = [...busy.map((time) => ({ ...time, id: '' })), ...tasks];
  for (const one of all.sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))) {
    const found = placeIn(one, shape);
    if (!found) continue;
    const from = found.column + found.offset;
    const free = laneEnds.findIndex((end) => end <= from);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = from + found.span;
    const place = { ...found, lane };
    if ('userId' in one) {
      placedBusy.push({ time: one, ...place });
      continue;
    }
    const day = dayOf.get(columns[place.column]!.date);
    cells[place.column]!.push({ task: one, ...place, marks: marksOf(one, day, overlapping.has(one.id)) });
  }
  const loads = loadsOf([...tasks, ...busy], row.person, columns);
  return { ...row, lanes: laneEnds.length, cells, busy: placedBusy, loads };
};

/** undefined: it lies outside the columns. */
const placeIn = (task: Taken, { columns, isDivided }: Shape): Omit<Place, 'lane'> | undefined => {
  const [first, last] = [columns[0]!.start, columns.at(-1)!.end];
  const start = Math.max(startOf(task), first);
  const end = Math.min(endOf(task), last);
  if (start >= end) return undefined;
  const column = columns.findLastIndex((one) => one.start <= start);
  if (!isDivided) {
    const lastColumn = columns.findLastIndex((one) => one.start < end);
    return { column, offset: 0, span: lastColumn - column + 1 };
  }
  const { start: from, end: to } = columns[column]!;
  const drawn = Math.min(Math.max(end, start + SHORTEST_DRAWN_MS), last);
  return { column, offset: (start - from) / (to - from), span: (drawn - start) / (to - from) };
};

/** A task counts on a day for as long as it runs on it. */
const loadsOf = (
  tasks: readonly Taken[],
  person: BoardPerson | null,
  columns: readonly Column[],
): DayLoad[] => {
  const dayOf = new Map(person?.days.map((day) => [day.date, day]));
  const spans = tasks.map((task) => ({ start: startOf(task), end: endOf(task) }));
  return [...Map.groupBy(columns, ({ date }) => date)].map(([date, hours]) => {
    const day = dayOf.get(date);
    return {
      date,
      plannedMinutes: plannedMinutesOf({ start: hours[0]!.start, end: hours.at(-1)!.end }, spans),
      workingMinutes: day?.workingMinutes ?? 0,
      isAbsent: day?.isAbsent ?? false,
      reason: day?.reason ?? null,
    };
  });
};

export const isOverfull = ({ plannedMinutes, workingMinutes }: DayLoad): boolean =>
  plannedMinutes > workingMinutes;
