import type { BoardPerson, BoardTask } from '#contract/board.ts';
import type { Column } from './board-columns.ts';
import { endOf, findOverlaps, MINUTE_MS, marksOf, startOf, type TaskMark } from './task-marks.ts';

// Where every task of a board stands. Pure: the same board and columns always give the same picture.

/** A task in its row: from which column on, how wide in columns, and in which of the lanes that keep overlaps apart. */
export type PlacedTask = {
  task: BoardTask;
  column: number;
  /** Of the column, from its start to where the task begins: only hours are divided. */
  offset: number;
  span: number;
  lane: number;
  marks: readonly TaskMark[];
};

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
  /** By day. */
  loads: readonly DayLoad[];
};

/** Hours are divided, days are not: in the day view a task is as wide as it is long. */
type Shape = { columns: readonly Column[]; isDivided: boolean };

export const NOBODY_KEY = 'nobody';
export const OTHERS_KEY = 'others';
export const keyOfPerson = (id: number): string => `person ${id}`;

/** A shorter task is drawn as if it took so long, so that it can be read and taken. */
const SHORTEST_DRAWN_MS = 45 * MINUTE_MS;

export const layOutBoard = (
  { people, tasks }: { people: readonly BoardPerson[]; tasks: readonly BoardTask[] },
  shape: Shape,
): BoardRow[] => {
  const known = new Set(people.map(({ id }) => id));
  const groups = Map.groupBy(tasks, ({ assigneeId }) => {
    if (assigneeId === null) return NOBODY_KEY;
    return known.has(assigneeId) ? keyOfPerson(assigneeId) : OTHERS_KEY;
  });
  const rowOf = (key: string, kind: BoardRow['kind'], person: BoardPerson | null) =>
    layOutRow(groups.get(key) ?? [], { key, kind, person }, shape);
  return [
    rowOf(NOBODY_KEY, 'nobody', null),
    ...(groups.has(OTHERS_KEY) ? [rowOf(OTHERS_KEY, 'others', null)] : []),
    ...people.map((person) => rowOf(keyOfPerson(person.id), 'person', person)),
  ];
};

const layOutRow = (
  tasks: readonly BoardTask[],
  row: Pick<BoardRow, 'key' | 'kind' | 'person'>,
  shape: Shape,
): BoardRow => {
  const { columns } = shape;
  const overlapping = row.person ? findOverlaps(tasks) : new Set<string>();
  const dayOf = new Map(row.person?.days.map((day) => [day.date, day]));
  const cells: PlacedTask[][] = columns.map(() => []);
  const laneEnds: number[] = [];
  for (const task of tasks.toSorted((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))) {
    const place = placeIn(task, shape);
    if (!place) continue;
    const from = place.column + place.offset;
    const free = laneEnds.findIndex((end) => end <= from);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = from + place.span;
    const day = dayOf.get(columns[place.column]!.date);
    cells[place.column]!.push({ task, ...place, lane, marks: marksOf(task, day, overlapping.has(task.id)) });
  }
  return { ...row, lanes: laneEnds.length, cells, loads: loadsOf(tasks, row.person, columns) };
};

/** undefined: the task lies outside the columns. */
const placeIn = (
  task: BoardTask,
  { columns, isDivided }: Shape,
): Pick<PlacedTask, 'column' | 'offset' | 'span'> | undefined => {
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
  tasks: readonly BoardTask[],
  person: BoardPerson | null,
  columns: readonly Column[],
): DayLoad[] => {
  const dayOf = new Map(person?.days.map((day) => [day.date, day]));
  return [...Map.groupBy(columns, ({ date }) => date)].map(([date, hours]) => {
    const [from, to] = [hours[0]!.start, hours.at(-1)!.end];
    const day = dayOf.get(date);
    const milliseconds = tasks.reduce(
      (sum, task) => sum + Math.max(0, Math.min(endOf(task), to) - Math.max(startOf(task), from)),
      0,
    );
    return {
      date,
      plannedMinutes: Math.round(milliseconds / MINUTE_MS),
      workingMinutes: day?.workingMinutes ?? 0,
      isAbsent: day?.isAbsent ?? false,
      reason: day?.reason ?? null,
    };
  });
};

export const isOverfull = ({ plannedMinutes, workingMinutes }: DayLoad): boolean =>
  plannedMinutes > workingMinutes;
