import { TASK_FIELDS } from '#contract/task-fields.ts';
import type { CellFormat } from '#service/items/cell-text.ts';
import {
  type FileColumns,
  type FileDefinition,
  formatHeader,
  parseColumns,
} from '#service/items/file-columns.ts';
import type { FieldProblem } from '#service/problem.ts';
import { findCustomNameErrors } from '#service/tasks/task-input.ts';

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

/** See decision T2. Custom properties cannot have these names. */
export const READ_ONLY_COLUMNS = ['state', 'creationTime', 'lastModificationTime'] as const;

export type FileColumn = TaskColumn | (typeof READ_ONLY_COLUMNS)[number];

const TASK_FILE: FileDefinition<FileColumn> = {
  fields: [...TASK_COLUMNS, ...READ_ONLY_COLUMNS],
  required: ['externalId', 'title', 'teamName', 'workbookName'],
  prefix: 'customProperties.',
};

export type TaskColumns = FileColumns<FileColumn>;

export const formatPropertyHeader = (name: string): string => formatHeader(TASK_FILE, name);

export const readTaskColumns = (
  cells: readonly string[],
  format: CellFormat,
): { columns: TaskColumns; issues: FieldProblem[] } => {
  const { columns, issues } = parseColumns(TASK_FILE, cells, format);
  const reportedColumns = new Set(issues.flatMap(({ members }) => members));
  const nameIssues = columns.attributes
    .filter(({ name }) => !reportedColumns.has(name))
    .flatMap(({ name }) => findCustomNameErrors(name));
  return { columns, issues: [...issues, ...nameIssues] };
};
