import type { Readable } from 'node:stream';
import type { ResultsCsvQuery, ResultsQuery } from '#contract/result.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { SHEET_LIMITS } from '#service/spreadsheets/sheet-xml.ts';
import { streamCsv } from '#service/spreadsheets/stream-csv.ts';
import type { Table, TableRow } from '#service/spreadsheets/table.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { type Form, type FormField, type FormLevel, rootLevelOf } from '#workbook-engine/form.ts';
import { findMatches } from './find-matches.ts';
import type { NamedVersion } from './find-version.ts';
import type { Column } from './fixed-columns.ts';
import { parseInspectionFilter } from './inspection-filter.ts';
import { type ColumnOptions, createInstanceColumns, createResultColumns } from './result-columns.ts';
import { tooManyColumns, unknownRepeat } from './result-problems.ts';
import { createResultRow, findInstanceRows, type StoredResult } from './result-row.ts';
import type { ResultScope } from './result-scope.ts';
import { createResultStatement } from './result-statement.ts';

export type ExportContext = {
  database: DatabaseHandle;
  versions: WorkbookVersions;
  scope: ResultScope;
  version: NamedVersion;
  signal: AbortSignal;
};

export const exportCsv = async (
  context: ExportContext,
  { repeat: name, ...query }: ResultsCsvQuery,
): Promise<AsyncIterable<string>> => {
  const form = await loadForm(context);
  const repeat = name === undefined ? undefined : findRepeat(form, name);
  const [table] = await createTables(context, { form, repeats: [repeat], query });
  return streamCsv(table!);
};

export const exportXlsx = async (
  context: ExportContext,
  query: ResultsQuery,
  writtenAt: Date,
): Promise<Readable> => {
  const form = await loadForm(context);
  const tables = await createTables(context, { form, repeats: [undefined, ...listRepeats(form)], query });
  const { streamXlsx } = await import('#service/spreadsheets/stream-xlsx.ts');
  return streamXlsx(tables, { writtenAt });
};

const loadForm = ({ database, versions, scope, version }: ExportContext): Promise<Form> =>
  versions.loadForm(database.db, scope.tenantId, version.version_id);

type Repeat = FormField & { instanceLevel: FormLevel };

const listRepeats = ({ levels }: Form): Repeat[] =>
  levels.flatMap(({ fields }) =>
    fields.filter((field): field is Repeat => field.instanceLevel !== undefined),
  );

const findRepeat = (form: Form, name: string): Repeat => {
  const repeats = listRepeats(form);
  const repeat = repeats.find(({ field }) => field.name === name);
  const names = () => repeats.map(({ field }) => field.name);
  if (!repeat) throw unknownRepeat(name, names());
  return repeat;
};

type TableRequest = { form: Form; repeats: readonly (Repeat | undefined)[]; query: ResultsQuery };

/** In `repeats`, `undefined` means the results themselves. All tables come from one database snapshot. */
const createTables = async (
  { database, scope, version, signal }: ExportContext,
  { form, repeats, query }: TableRequest,
): Promise<Table[]> => {
  const options = parseColumnOptions(query);
  const tableSpecs = repeats.map((repeat) => ({
    name: repeat?.field.name ?? version.title,
    path: repeat ? getRepeatPath(form, repeat) : [],
    columns: requireColumnLimit(
      repeat ? createInstanceColumns(repeat.instanceLevel, options) : createResultColumns(form, options),
    ),
  }));
  const { headers: _headers, language: _language, choices: _choices, ...filters } = query;
  // By default, only Closed inspections are exported.
  const matches = await findMatches(database, scope.tenantId, filters, signal);
  const versionIds = [version.version_id];
  const filter = parseInspectionFilter(scope, { state: 'Closed', ...filters }, { versionIds, matches });
  const statements = tableSpecs.map(({ path }) => createResultStatement(database.db, filter, path[0]));
  const results = await database.adHocQueries.listInSnapshot<StoredResult>(statements, signal);
  return tableSpecs.map(({ name, path, columns }, index) => ({
    name,
    columns,
    batches: createBatches(results[index]!, path, columns),
  }));
};

const parseColumnOptions = ({ headers, language = 'en', choices }: ResultsQuery): ColumnOptions => ({
  language: headers === 'labels' ? language : undefined,
  hasChoiceColumns: choices === 'columns',
});

const requireColumnLimit = (columns: Column[]): Column[] => {
  if (columns.length > SHEET_LIMITS.columns) throw tooManyColumns(columns.length, SHEET_LIMITS.columns);
  return columns;
};

/** Returns the names of the enclosing repeats, outermost first, and then the repeat's own name. */
const getRepeatPath = (form: Form, { field, level }: FormField): string[] =>
  level === rootLevelOf(form)
    ? [field.name]
    : [...getRepeatPath(form, level.parent!.fields[level.slot]!), field.name];

async function* createBatches(
  batches: AsyncIterable<StoredResult[]>,
  path: readonly string[],
  columns: readonly Column[],
): AsyncGenerator<Iterable<TableRow>> {
  for await (const batch of batches) {
    // An inspection can have 100,000 repeat instances with 15,000 cells each: too many for memory.
    yield batch.values().flatMap((result) =>
      findInstanceRows(createResultRow(result), path).map((row) => ({
        values: columns.values().map(({ read }) => read(row)),
        timeZone: result.time_zone,
      })),
    );
  }
}
