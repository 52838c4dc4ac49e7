import type { Readable } from 'node:stream';
import type { ResultsCsvQuery, ResultsQuery } from '#contract/result.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { SHEET_LIMITS } from '#service/spreadsheets/sheet-xml.ts';
import { streamCsv } from '#service/spreadsheets/stream-csv.ts';
import { streamXlsx } from '#service/spreadsheets/stream-xlsx.ts';
import type { Table, TableRow } from '#service/spreadsheets/table.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { type Form, type FormField, type FormLevel, rootLevel } from '#workbook-engine/form.ts';
import type { Column } from './column.ts';
import { type InspectionFilter, parseFilter } from './inspection-filter.ts';
import type { NamedVersion } from './read-version.ts';
import { type ColumnOptions, entryColumns, resultColumns } from './result-columns.ts';
import { repeatUnknown, tooManyColumns } from './result-problems.ts';
import { entryRows, type ResultFacts, resultRow } from './result-row.ts';
import type { ResultScope } from './result-scope.ts';
import { resultStatement } from './result-statement.ts';

export type ExportContext = {
  database: DatabaseHandle;
  versions: WorkbookVersions;
  scope: ResultScope;
  version: NamedVersion;
  abort: AbortSignal;
};

/** The CSV table of a version's results, or of the entries of one of its repeats. */
export const exportCsv = async (
  exporting: ExportContext,
  { repeat: name, ...query }: ResultsCsvQuery,
): Promise<AsyncIterable<string>> => {
  const form = await formOf(exporting);
  const repeat = name === undefined ? undefined : findRepeat(form, name);
  const [table] = await tablesOf(exporting, { form, repeats: [repeat], query });
  return streamCsv(table!);
};

/** A workbook file with a sheet of a version's results, and one sheet for each of its repeats. */
export const exportXlsx = async (
  exporting: ExportContext,
  query: ResultsQuery,
  writtenAt: Date,
): Promise<Readable> => {
  const form = await formOf(exporting);
  const tables = await tablesOf(exporting, { form, repeats: [undefined, ...repeatsOf(form)], query });
  return streamXlsx(tables, { writtenAt });
};

const formOf = ({ database, versions, scope, version }: ExportContext): Promise<Form> =>
  versions.formOf(database.db, scope.tenantId, version.version_id);

type Repeat = FormField & { entry: FormLevel };

const repeatsOf = ({ levels }: Form): Repeat[] =>
  levels.flatMap(({ fields }) => fields.filter((field): field is Repeat => field.entry !== undefined));

const findRepeat = (form: Form, name: string): Repeat => {
  const repeats = repeatsOf(form);
  const found = repeats.find(({ field }) => field.name === name);
  if (!found)
    throw repeatUnknown(
      name,
      repeats.map(({ field }) => field.name),
    );
  return found;
};

type TableRequest = { form: Form; repeats: readonly (Repeat | undefined)[]; query: ResultsQuery };

/** One table per repeat; `undefined` stands for the results themselves. All tables show the same snapshot. */
const tablesOf = async (
  { database, scope, version, abort }: ExportContext,
  { form, repeats, query }: TableRequest,
): Promise<Table[]> => {
  const options = columnOptions(query);
  const planned = repeats.map((repeat) => ({
    name: repeat?.field.name ?? version.title,
    path: repeat ? pathOf(form, repeat) : [],
    columns: atMost(repeat ? entryColumns(repeat.entry, options) : resultColumns(form, options)),
  }));
  const filter = filterOf(query, version);
  const lists = planned.map(({ path }) => resultStatement(database.db, scope, filter, path[0]));
  const opened = await database.adHocQueries.series<ResultFacts>(lists, abort);
  return planned.map(({ name, path, columns }, index) => ({
    name,
    columns,
    batches: batchesOf(opened[index]!, path, columns),
  }));
};

const columnOptions = ({ headers, language = 'en', choices }: ResultsQuery): ColumnOptions => ({
  language: headers === 'labels' ? language : undefined,
  hasChoiceColumns: choices === 'columns',
});

const atMost = (columns: Column[]): Column[] => {
  if (columns.length > SHEET_LIMITS.columns) throw tooManyColumns(columns.length, SHEET_LIMITS.columns);
  return columns;
};

/** Closed inspections, unless other filters are given. */
const filterOf = (
  { headers: _headers, language: _language, choices: _choices, ...filters }: ResultsQuery,
  { version_id }: NamedVersion,
): InspectionFilter => parseFilter({ state: 'Closed', ...filters }, [version_id]);

/** The names of a repeat and the repeats around it, from the outside in. */
const pathOf = (form: Form, { field, level }: FormField): string[] =>
  level === rootLevel(form) ? [field.name] : [...pathOf(form, level.parent!.fields[level.slot]!), field.name];

async function* batchesOf(
  batches: AsyncIterable<ResultFacts[]>,
  path: readonly string[],
  columns: readonly Column[],
): AsyncGenerator<Iterable<TableRow>> {
  for await (const batch of batches) {
    // Row by row, because a thousand rows of ten thousand cells each are too many to hold in memory.
    yield batch.values().flatMap((facts) =>
      entryRows(resultRow(facts), path).map((row) => ({
        values: columns.map(({ read }) => read(row)),
        timeZone: facts.time_zone,
      })),
    );
  }
}
