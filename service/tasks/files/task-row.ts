import { limits } from '#contract/limits.ts';
import { minutesRange } from '#contract/minutes.ts';
import { TASK_FIELDS, type TaskField, type TaskFieldName } from '#contract/task-fields.ts';
import type { TaskImportError } from '#contract/task-import.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { readTextCell, readValueCell } from '#service/items/cell-text.ts';
import { errorOfText, type Row, reportUnnamedCells } from '#service/items/item-row.ts';
import type { TaskContent } from '#service/tasks/task-draft.ts';
import { readItemList } from './item-list.ts';
import type { FileColumn, TaskColumn, TaskColumns } from './task-columns.ts';

/** An error in a cell. */
export type CellError = Omit<TaskImportError, 'message'> & { message: Sentence };

/** A parsed row. A member without a column is undefined. */
export type ParsedRow = {
  line: number;
  content: Pick<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'> & Partial<TaskContent>;
  /** The truncated cells, which are shown next to an error. */
  cells: Partial<Record<FileColumn, string>>;
  errors: CellError[];
};

const MAX_SHOWN_LENGTH = 80;

/** Reports an error of one member of a row. */
export const errorOf = (
  { names, indexes }: TaskColumns,
  { cells }: ParsedRow,
  column: TaskColumn,
  message: Sentence,
): CellError => {
  const index = indexes.get(column);
  return {
    column: index === undefined ? '' : names[index]!.slice(0, MAX_SHOWN_LENGTH),
    value: cells[column] ?? '',
    message,
  };
};

/** Parses a row. Missing cells at its end count as empty. */
export const readTaskRow = (columns: TaskColumns, row: Row): ParsedRow => {
  const errors: CellError[] = [];
  const { indexes, attributes, format } = columns;
  const truncatedCell = (cells: readonly string[], index: number | undefined) =>
    index === undefined ? '' : (cells[index] ?? '').slice(0, MAX_SHOWN_LENGTH);
  const report = (index: number | undefined, message: Sentence) =>
    void errors.push({
      column: truncatedCell(columns.names, index),
      value: truncatedCell(row.cells, index),
      message,
    });
  const cellOf = (column: TaskColumn) => {
    const index = indexes.get(column);
    return index === undefined ? undefined : (row.cells[index] ?? '');
  };
  const textOf = (column: TaskColumn, limit: number): string | null | undefined => {
    const cell = cellOf(column);
    if (cell === undefined) return undefined;
    const text = readTextCell(cell);
    const issue = text === null ? undefined : errorOfText(text, limit);
    if (issue !== undefined) report(indexes.get(column), issue);
    return text;
  };
  const requiredOf = (column: TaskColumn): string => {
    const name = textOf(column, limits.name) ?? '';
    if (name.trim() === '') report(indexes.get(column), sentence`The ${column} is missing.`);
    return name;
  };
  const instantOf = (column: TaskColumn): Date | null | undefined => {
    const cell = cellOf(column)?.trim();
    if (cell === undefined || cell === '') return cell === undefined ? undefined : null;
    const instant = parseInstant(cell);
    if (!instant) report(indexes.get(column), sentence`The ${column} must be ${INSTANT_HINT}.`);
    return instant ?? null;
  };
  const minutesOf = (column: TaskColumn): number | null | undefined => {
    const cell = cellOf(column)?.trim();
    if (cell === undefined || cell === '') return cell === undefined ? undefined : null;
    const minutes = /^\d{1,5}$/.test(cell) ? Number(cell) : 0;
    const { minimum, maximum } = minutesRange;
    if (minutes >= minimum && minutes <= maximum) return minutes;
    report(
      indexes.get(column),
      sentence`The ${column} must be a whole number from ${minimum} to ${maximum}.`,
    );
    return null;
  };
  const optionOf = (column: TaskColumn, options: readonly string[], none: string): string | undefined => {
    const cell = cellOf(column)?.trim();
    if (cell === undefined || cell === '') return cell === undefined ? undefined : none;
    const option = options.find((candidate) => candidate === cell.toLowerCase());
    if (option === undefined)
      report(indexes.get(column), sentence`The ${column} must be one of ${options.join(', ')}.`);
    return option ?? none;
  };
  const fieldOf = (name: TaskFieldName, field: TaskField) => {
    switch (field.kind) {
      case 'text':
        return textOf(name, limits.description);
      case 'instant':
        return instantOf(name);
      case 'minutes':
        return minutesOf(name);
      case 'choice':
        return optionOf(name, field.options, field.default);
    }
  };
  const itemsOf = (column: TaskColumn): string[] | null | undefined => {
    const cell = cellOf(column);
    if (cell === undefined) return undefined;
    const items = readItemList(readTextCell(cell) ?? '');
    const tooLong = items.find((item) => errorOfText(item, limits.name) !== undefined);
    if (tooLong !== undefined) report(indexes.get(column), errorOfText(tooLong, limits.name)!);
    if (items.length > limits.itemsToInspect)
      report(
        indexes.get(column),
        sentence`A task has at most ${limits.itemsToInspect} items; ${items.length} are given.`,
      );
    return items.length === 0 ? null : items;
  };

  const customProperties: [string, string | number | boolean][] = [];
  for (const { name, index } of attributes) {
    const value = readValueCell(row.cells[index] ?? '', format);
    if (value === undefined) continue;
    const issue = typeof value === 'string' ? errorOfText(value, limits.customPropertyText) : undefined;
    if (issue !== undefined) report(index, issue);
    customProperties.push([name, value]);
  }
  reportUnnamedCells(columns, row, report);
  const assignedUserName = textOf('assignedUserName', limits.name);
  const content = {
    externalId: requiredOf('externalId'),
    title: requiredOf('title'),
    teamName: requiredOf('teamName').trim(),
    workbookName: requiredOf('workbookName').trim(),
    ...withoutUndefined({
      assignedUserName: assignedUserName && (assignedUserName.trim() || null),
      ...Object.fromEntries(TASK_FIELDS.map(([name, field]) => [name, fieldOf(name, field)])),
      itemsToInspect: itemsOf('itemsToInspect'),
    }),
    customProperties: Object.fromEntries(customProperties),
  };
  const cells: ParsedRow['cells'] = {};
  for (const [column, index] of indexes) cells[column] = truncatedCell(row.cells, index);
  return { line: row.line, content, cells, errors };
};

type Optional = Partial<Omit<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'>>;

const withoutUndefined = (members: { [Name in keyof Optional]: Optional[Name] | undefined }): Optional =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
