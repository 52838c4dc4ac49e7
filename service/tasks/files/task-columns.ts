import type { CellStyle } from '#service/items/cell-text.ts';
import { type FileColumns, type FileKind, headerOf, readColumns } from '#service/items/file-columns.ts';
import type { FieldProblem } from '#service/problem.ts';
import { customNameFaults } from '#service/tasks/task-draft.ts';

/** Columns that are members of a task; every other is one of its custom properties. */
export const TASK_COLUMNS = [
  'externalId',
  'title',
  'teamName',
  'workbookName',
  'assignedUserName',
  'description',
  'startDate',
  'dueDate',
  'plannedStart',
  'plannedMinutes',
  'itemsToInspect',
] as const;
export type TaskColumn = (typeof TASK_COLUMNS)[number];

const TASKS: FileKind<TaskColumn> = {
  members: TASK_COLUMNS,
  required: ['externalId', 'title', 'teamName', 'workbookName'],
  prefix: 'customProperties.',
};

export type TaskColumns = FileColumns<TaskColumn>;

export const propertyHeader = (name: string): string => headerOf(TASKS, name);

/** Reads the header of a file of tasks; `faults` says everything that is wrong with it. */
export const readTaskColumns = (
  cells: readonly string[],
  style: CellStyle,
): { columns: TaskColumns; faults: FieldProblem[] } => {
  const { columns, faults } = readColumns(TASKS, cells, style);
  const told = new Set(faults.flatMap(({ members }) => members));
  const ofNames = columns.attributes
    .filter(({ name }) => !told.has(name))
    .flatMap(({ name }) => customNameFaults(name));
  return { columns, faults: [...faults, ...ofNames] };
};
