import { TASK_FIELDS } from '#contract/task-fields.ts';
import type { CellFormat } from '#service/items/cell-text.ts';
import { type FileColumns, type FileKind, headerOf, readColumns } from '#service/items/file-columns.ts';
import type { FieldProblem } from '#service/problem.ts';
import { customNameErrors } from '#service/tasks/task-draft.ts';

/** Columns that an import reads as members of a task. */
export const TASK_COLUMNS = [
  'externalId',
  'title',
  'teamName',
  'workbookName',
  'assignedUserName',
  ...TASK_FIELDS.map(([name]) => name),
  'itemsToInspect',
] as const;
export type TaskColumn = (typeof TASK_COLUMNS)[number];

/**
 * Read-only columns of exported files. An import ignores them, like the read-only fields of a draft (decision T2). Custom
 * properties cannot have these names.
 */
export const READ_ONLY_COLUMNS = ['state', 'creationTime', 'lastModificationTime'] as const;

export type FileColumn = TaskColumn | (typeof READ_ONLY_COLUMNS)[number];

const TASKS: FileKind<FileColumn> = {
  members: [...TASK_COLUMNS, ...READ_ONLY_COLUMNS],
  required: ['externalId', 'title', 'teamName', 'workbookName'],
  prefix: 'customProperties.',
};

export type TaskColumns = FileColumns<FileColumn>;

export const propertyHeader = (name: string): string => headerOf(TASKS, name);

/** Parses the header of a file of tasks; `issues` lists all its errors. */
export const readTaskColumns = (
  cells: readonly string[],
  format: CellFormat,
): { columns: TaskColumns; issues: FieldProblem[] } => {
  const { columns, issues } = readColumns(TASKS, cells, format);
  const reportedColumns = new Set(issues.flatMap(({ members }) => members));
  const nameIssues = columns.attributes
    .filter(({ name }) => !reportedColumns.has(name))
    .flatMap(({ name }) => customNameErrors(name));
  return { columns, issues: [...issues, ...nameIssues] };
};
