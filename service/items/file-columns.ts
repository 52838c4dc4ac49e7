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
  unnamed: readonly number[];
  format: CellFormat;
};

/** A kind of file and the names of its property columns. Every other column is an attribute. */
export type FileKind<Field extends string> = {
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

/** Parses a column name in the header; undefined for a column without a name. */
const parseName = <Field extends string>(
  { fields, prefix }: FileKind<Field>,
  cell: string,
): { field: Field } | { attribute: string } | undefined => {
  if (cell.startsWith(prefix)) return { attribute: cell.slice(prefix.length) };
  const name = cell.trim();
  const field = fields.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (field) return { field };
  return name === '' ? undefined : { attribute: name };
};

/** The column name for an attribute. parseColumns turns it back into that attribute. */
export const formatHeader = <Field extends string>(kind: FileKind<Field>, name: string): string => {
  const parsed = parseName(kind, name);
  const isPlain = parsed && 'attribute' in parsed && parsed.attribute === name && /^[\p{L}\p{N}]/u.test(name);
  return isPlain ? name : kind.prefix + name;
};

export const parseColumns = <Field extends string>(
  kind: FileKind<Field>,
  cells: readonly string[],
  format: CellFormat,
): { columns: FileColumns<Field>; issues: FieldProblem[] } => {
  const issues: FieldProblem[] = [];
  const report = (column: string, message: Sentence) => void issues.push({ message, members: [column] });
  const indexes = new Map<Field, number>();
  const attributes = new Map<string, number>();
  const unnamed: number[] = [];
  const reportLength = (name: string) =>
    report(
      shorten(name),
      sentence`The name of the attribute ${quote(name)} must have 1 to ${limits.customPropertyName} characters, on one line.`,
    );
  for (const [index, cell] of cells.entries()) {
    if (cell.length > MAX_PARSED_LENGTH) {
      reportLength(cell);
      continue;
    }
    const parsed = parseName(kind, cell);
    if (parsed === undefined) {
      unnamed.push(index);
      continue;
    }
    const previous = 'field' in parsed ? indexes.get(parsed.field) : attributes.get(parsed.attribute);
    if (previous !== undefined) {
      report(
        shorten(cell),
        sentence`The columns ${previous + 1} and ${index + 1} have the same name, ${quote(cell)}.`,
      );
    } else if ('field' in parsed) indexes.set(parsed.field, index);
    else attributes.set(parsed.attribute, index);
  }
  for (const name of attributes.keys()) {
    if (!new RegExp(`^.{1,${limits.customPropertyName}}$`, 'u').test(name)) reportLength(name);
  }
  const otherColumns =
    attributes.size > 0
      ? sentence`Unrecognised columns: ${formatNames([...attributes.keys()])}.`
      : sentence`The columns are ${formatNames(cells)}.`;
  for (const field of kind.required) {
    if (indexes.has(field)) continue;
    const nearest = findNearestName(field, attributes.keys());
    const hint = nearest === undefined ? otherColumns : sentence`Did you mean '${nearest}'?`;
    report(field, sentence`There is no column ${field}. ${hint}`);
  }
  const attributeColumns = [...attributes].map(([name, index]) => ({ name, index }));
  return { columns: { names: cells, indexes, attributes: attributeColumns, unnamed, format }, issues };
};

const MAX_SHOWN_LENGTH = 80;

const shorten = (name: string) => name.slice(0, MAX_SHOWN_LENGTH);

const quote = (name: string) => sentence`'${shorten(name)}'`;

const formatNames = (cells: readonly string[]) => {
  const first = joinSentences(cells.slice(0, 10).map(quote), ', ');
  return cells.length > 10 ? sentence`${first} and ${cells.length - 10} more` : first;
};
