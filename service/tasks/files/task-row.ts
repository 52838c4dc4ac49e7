import { limits } from '#contract/limits.ts';
import { minutesRange } from '#contract/minutes.ts';
import { TASK_FIELDS, type TaskField, type TaskFieldName } from '#contract/task-fields.ts';
import type { TaskImportError } from '#contract/task-import.ts';
import { type Message, msg } from '#i18n/message.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { parseTextCell } from '#service/items/cell-text.ts';
import { shorten } from '#service/items/file-columns.ts';
import {
  findTextError,
  limitErrors,
  type Row,
  readAttributes,
  reportUnnamedCells,
} from '#service/items/item-row.ts';
import type { TaskContent } from '#service/tasks/task-input.ts';
import { parseItemList } from './item-list.ts';
import type { FileColumn, TaskColumn, TaskColumns } from './task-columns.ts';

export type CellError = Omit<TaskImportError, 'message'> & { message: Message };

export type ParsedRow = {
  line: number;
  content: Pick<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'> & Partial<TaskContent>;
  /** The truncated cells, for display next to an error. */
  cells: Partial<Record<FileColumn, string>>;
  errors: CellError[];
};

export const createCellError = (
  { names, indexes }: TaskColumns,
  { cells }: ParsedRow,
  column: TaskColumn,
  message: Message,
): CellError => {
  const index = indexes.get(column);
  return {
    column: index === undefined ? '' : shorten(names[index]!),
    value: cells[column] ?? '',
    message,
  };
};

export const readTaskRow = (columns: TaskColumns, row: Row): ParsedRow => {
  const errors: CellError[] = [];
  const { indexes } = columns;
  const truncateCell = (cells: readonly string[], index: number | undefined) =>
    index === undefined ? '' : shorten(cells[index] ?? '');
  const { report, finish } = limitErrors(
    (index, message) =>
      void errors.push({
        column: truncateCell(columns.names, index),
        value: truncateCell(row.cells, index),
        message,
      }),
  );
  const findCell = (column: TaskColumn) => {
    const index = indexes.get(column);
    return index === undefined ? undefined : (row.cells[index] ?? '');
  };
  const readText = (column: TaskColumn, limit: number): string | null | undefined => {
    const cell = findCell(column);
    if (cell === undefined) return undefined;
    const text = parseTextCell(cell);
    const issue = text === null ? undefined : findTextError(text, limit);
    if (issue !== undefined) report(indexes.get(column), issue);
    return text;
  };
  const readRequired = (column: TaskColumn): string => {
    const name = readText(column, limits.name) ?? '';
    if (name.trim() === '') report(indexes.get(column), msg`The ${column} is missing.`);
    return name;
  };
  const readField = (name: TaskFieldName, field: TaskField) => {
    if (field.kind === 'text') return readText(name, limits.description);
    const cell = findCell(name)?.trim();
    if (cell === undefined) return undefined;
    if (cell === '') return field.kind === 'choice' ? field.default : null;
    const index = indexes.get(name);
    switch (field.kind) {
      case 'instant': {
        const instant = parseInstant(cell);
        if (!instant) report(index, msg`The ${name} must be ${INSTANT_HINT}.`);
        return instant ?? null;
      }
      case 'minutes': {
        const { minimum, maximum } = minutesRange;
        const minutes = /^\d{1,5}$/.test(cell) ? Number(cell) : 0;
        if (minutes >= minimum && minutes <= maximum) return minutes;
        report(index, msg`The ${name} must be a whole number from ${minimum} to ${maximum}.`);
        return null;
      }
      case 'choice': {
        // Lower-casing 600,000 characters takes up to 15 ms.
        const lowerCaseText = shorten(cell).toLowerCase();
        const option = field.options.find((candidate) => candidate === lowerCaseText);
        if (option === undefined) report(index, msg`The ${name} must be one of ${field.options.join(', ')}.`);
        return option ?? field.default;
      }
    }
  };
  const readItems = (column: TaskColumn): string[] | null | undefined => {
    const cell = findCell(column);
    if (cell === undefined) return undefined;
    const items = parseItemList(parseTextCell(cell) ?? '');
    const invalidItem = items.find((item) => findTextError(item, limits.name) !== undefined);
    if (invalidItem !== undefined) report(indexes.get(column), findTextError(invalidItem, limits.name)!);
    if (items.length > limits.itemsToInspect)
      report(
        indexes.get(column),
        msg`A task has at most ${limits.itemsToInspect} items; ${items.length} are given.`,
      );
    return items.length === 0 ? null : items;
  };

  const customProperties = readAttributes(columns, row, report);
  if (customProperties.length > limits.customProperties) {
    report(
      undefined,
      msg`A task may have at most ${limits.customProperties} custom properties; ${customProperties.length} were given.`,
    );
  }
  reportUnnamedCells(columns, row, report);
  const assignedUserName = readText('assignedUserName', limits.name);
  const content = {
    externalId: readRequired('externalId'),
    title: readRequired('title'),
    teamName: readRequired('teamName').trim(),
    workbookName: readRequired('workbookName').trim(),
    ...omitUndefined({
      assignedUserName: assignedUserName && (assignedUserName.trim() || null),
      ...Object.fromEntries(TASK_FIELDS.map(([name, field]) => [name, readField(name, field)])),
      itemsToInspect: readItems('itemsToInspect'),
    }),
    customProperties: Object.fromEntries(customProperties),
  };
  finish();
  const cells: ParsedRow['cells'] = {};
  for (const [column, index] of indexes) cells[column] = truncateCell(row.cells, index);
  return { line: row.line, content, cells, errors };
};

type OptionalValues = Partial<Omit<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'>>;

const omitUndefined = (
  values: {
    [Name in keyof OptionalValues]: OptionalValues[Name] | undefined;
  },
): OptionalValues => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
