import { limits } from '#contract/limits.ts';
import type { TaskImportFault } from '#contract/task-import.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { readTextCell, readValueCell } from '#service/items/cell-text.ts';
import { faultOfText, type Row, refuseNameless } from '#service/items/item-row.ts';
import type { TaskContent } from '#service/tasks/task-draft.ts';
import { readItemList } from './item-list.ts';
import type { TaskColumn, TaskColumns } from './task-columns.ts';

/** What is wrong with a cell. */
export type CellFault = Omit<TaskImportFault, 'message'> & { message: Sentence };

/** A row of a file: what its columns say of a task; a member without column is undefined. */
export type ReadRow = {
  line: number;
  content: Pick<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'> & Partial<TaskContent>;
  /** Its cells as they are shown when something is wrong with them. */
  shown: Partial<Record<TaskColumn, string>>;
  faults: CellFault[];
};

const LONGEST_SHOWN = 80;
const [FEWEST_MINUTES, MOST_MINUTES] = [5, 20_160];

/** Says what is wrong with a member of a row that was read. */
export const faultOf = (
  { names, places }: TaskColumns,
  { shown }: ReadRow,
  column: TaskColumn,
  message: Sentence,
): CellFault => {
  const place = places.get(column);
  return {
    column: place === undefined ? '' : names[place]!.slice(0, LONGEST_SHOWN),
    value: shown[column] ?? '',
    message,
  };
};

/** Reads a row. Cells that are missing at its end are empty. */
export const readTaskRow = (columns: TaskColumns, row: Row): ReadRow => {
  const faults: CellFault[] = [];
  const { places, attributes, style } = columns;
  const shownAt = (cells: readonly string[], place: number | undefined) =>
    place === undefined ? '' : (cells[place] ?? '').slice(0, LONGEST_SHOWN);
  const refuse = (place: number | undefined, message: Sentence) =>
    void faults.push({ column: shownAt(columns.names, place), value: shownAt(row.cells, place), message });
  const cellOf = (column: TaskColumn) => {
    const place = places.get(column);
    return place === undefined ? undefined : (row.cells[place] ?? '');
  };
  const textOf = (column: TaskColumn, limit: number): string | null | undefined => {
    const cell = cellOf(column);
    if (cell === undefined) return undefined;
    const text = readTextCell(cell);
    const fault = text === null ? undefined : faultOfText(text, limit);
    if (fault !== undefined) refuse(places.get(column), fault);
    return text;
  };
  const requiredOf = (column: TaskColumn): string => {
    const name = textOf(column, limits.name) ?? '';
    if (name.trim() === '') refuse(places.get(column), sentence`The ${column} is missing.`);
    return name;
  };
  const instantOf = (column: TaskColumn): Date | null | undefined => {
    const cell = cellOf(column)?.trim();
    if (cell === undefined || cell === '') return cell === undefined ? undefined : null;
    const instant = parseInstant(cell);
    if (!instant) refuse(places.get(column), sentence`The ${column} must be ${INSTANT_HINT}.`);
    return instant ?? null;
  };
  const minutesOf = (column: TaskColumn): number | null | undefined => {
    const cell = cellOf(column)?.trim();
    if (cell === undefined || cell === '') return cell === undefined ? undefined : null;
    const minutes = /^\d{1,5}$/.test(cell) ? Number(cell) : 0;
    if (minutes >= FEWEST_MINUTES && minutes <= MOST_MINUTES) return minutes;
    refuse(
      places.get(column),
      sentence`The ${column} must be a whole number from ${FEWEST_MINUTES} to ${MOST_MINUTES}.`,
    );
    return null;
  };
  const itemsOf = (column: TaskColumn): string[] | null | undefined => {
    const cell = cellOf(column);
    if (cell === undefined) return undefined;
    const items = readItemList(readTextCell(cell) ?? '');
    const tooLong = items.find((item) => faultOfText(item, limits.name) !== undefined);
    if (tooLong !== undefined) refuse(places.get(column), faultOfText(tooLong, limits.name)!);
    if (items.length > limits.itemsToInspect)
      refuse(
        places.get(column),
        sentence`A task has at most ${limits.itemsToInspect} items; ${items.length} are given.`,
      );
    return items.length === 0 ? null : items;
  };

  const customProperties: [string, string | number | boolean][] = [];
  for (const { name, place } of attributes) {
    const value = readValueCell(row.cells[place] ?? '', style);
    if (value === undefined) continue;
    const fault = typeof value === 'string' ? faultOfText(value, limits.customPropertyText) : undefined;
    if (fault !== undefined) refuse(place, fault);
    customProperties.push([name, value]);
  }
  refuseNameless(columns, row, refuse);
  const assignedUserName = textOf('assignedUserName', limits.name);
  const content = {
    externalId: requiredOf('externalId'),
    title: requiredOf('title'),
    teamName: requiredOf('teamName').trim(),
    workbookName: requiredOf('workbookName').trim(),
    ...withoutUndefined({
      assignedUserName: assignedUserName && (assignedUserName.trim() || null),
      description: textOf('description', limits.description),
      startDate: instantOf('startDate'),
      dueDate: instantOf('dueDate'),
      plannedStart: instantOf('plannedStart'),
      plannedMinutes: minutesOf('plannedMinutes'),
      itemsToInspect: itemsOf('itemsToInspect'),
    }),
    customProperties: Object.fromEntries(customProperties),
  };
  const shown: ReadRow['shown'] = {};
  for (const [column, place] of places) shown[column] = shownAt(row.cells, place);
  return { line: row.line, content, shown, faults };
};

type Optional = Partial<Omit<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'>>;

const withoutUndefined = (members: { [Name in keyof Optional]: Optional[Name] | undefined }): Optional =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
