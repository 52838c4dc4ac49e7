import { limits } from '#contract/limits.ts';
import { joinSentences, type Sentence, sentence } from '#i18n/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { CellFormat } from './cell-text.ts';

export type FileColumns<Field extends string> = {
  /** The names in the header, for use in messages. */
  names: readonly string[];
  indexes: ReadonlyMap<Field, number>;
  attributes: readonly { name: string; index: number }[];
  /** Columns without a name, whose cells must be empty. */
  unnamedIndexes: readonly number[];
  format: CellFormat;
};

/** The property columns of a CSV file. All its other columns contain attributes. */
export type FileDefinition<Field extends string> = {
  fields: readonly Field[];
  required: readonly Field[];
  /** The prefix for attributes that have the same name as a property, as in `attributes.title`. */
  prefix: string;
};

/**
 * Longer column names are rejected without being parsed, because comparing twelve names of 600,000 characters
 * with field names blocked the event loop for up to 1.8 s.
 */
const MAX_PARSED_LENGTH = 1_000;

/** Parses a column name in the header. Returns undefined for a column without a name. */
const parseColumnName = <Field extends string>(
  { fields, prefix }: FileDefinition<Field>,
  cell: string,
): { field: Field } | { attribute: string } | undefined => {
  if (cell.startsWith(prefix)) return { attribute: cell.slice(prefix.length) };
  const name = cell.trim();
  const field = fields.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (field) return { field };
  return name === '' ? undefined : { attribute: name };
};

/** Formats the column name of an attribute. `parseColumns` parses this name to the same attribute. */
export const formatHeader = <Field extends string>(
  definition: FileDefinition<Field>,
  name: string,
): string => {
  const parsed = parseColumnName(definition, name);
  const isUnambiguous =
    parsed && 'attribute' in parsed && parsed.attribute === name && /^[\p{L}\p{N}]/u.test(name);
  return isUnambiguous ? name : definition.prefix + name;
};

export const parseColumns = <Field extends string>(
  definition: FileDefinition<Field>,
  cells: readonly string[],
  format: CellFormat,
): { columns: FileColumns<Field>; issues: FieldProblem[] } => {
  const issues: FieldProblem[] = [];
  const report = (column: string, message: Sentence) => void issues.push({ message, members: [column] });
  const indexes = new Map<Field, number>();
  const attributes = new Map<string, number>();
  const unnamedIndexes: number[] = [];
  const reportInvalidLength = (name: string) =>
    report(
      shorten(name),
      sentence`The name of the attribute ${quote(name)} must have 1 to ${limits.customPropertyName} characters, on one line.`,
    );
  for (const [index, cell] of cells.entries()) {
    if (cell.length > MAX_PARSED_LENGTH) {
      reportInvalidLength(cell);
      continue;
    }
    const parsed = parseColumnName(definition, cell);
    if (parsed === undefined) {
      unnamedIndexes.push(index);
      continue;
    }
    const previousIndex = 'field' in parsed ? indexes.get(parsed.field) : attributes.get(parsed.attribute);
    if (previousIndex !== undefined) {
      report(
        shorten(cell),
        sentence`The columns ${previousIndex + 1} and ${index + 1} have the same name, ${quote(cell)}.`,
      );
    } else if ('field' in parsed) indexes.set(parsed.field, index);
    else attributes.set(parsed.attribute, index);
  }
  for (const name of attributes.keys()) {
    if (!new RegExp(`^.{1,${limits.customPropertyName}}$`, 'u').test(name)) reportInvalidLength(name);
  }
  const otherColumns =
    attributes.size > 0
      ? sentence`Unrecognised columns: ${formatNames([...attributes.keys()])}.`
      : sentence`The columns are ${formatNames(cells)}.`;
  for (const field of definition.required) {
    if (indexes.has(field)) continue;
    const nearestName = findNearestName(field, attributes.keys());
    const hint = nearestName === undefined ? otherColumns : sentence`Did you mean '${nearestName}'?`;
    report(field, sentence`There is no column ${field}. ${hint}`);
  }
  const attributeColumns = [...attributes].map(([name, index]) => ({ name, index }));
  return { columns: { names: cells, indexes, attributes: attributeColumns, unnamedIndexes, format }, issues };
};

const MAX_SHOWN_LENGTH = 80;

const shorten = (name: string) => name.slice(0, MAX_SHOWN_LENGTH);

const quote = (name: string) => sentence`'${shorten(name)}'`;

const formatNames = (cells: readonly string[]) => {
  const firstNames = joinSentences(cells.slice(0, 10).map(quote), ', ');
  return cells.length > 10 ? sentence`${firstNames} and ${cells.length - 10} more` : firstNames;
};
