import { limits } from '#contract/limits.ts';
import { joinMessages, type Message, msg } from '#i18n/message.ts';
import type { FieldProblem } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { CellFormat } from './cell-text.ts';

export type FileColumns<Field extends string> = {
  names: readonly string[];
  indexes: ReadonlyMap<Field, number>;
  attributes: readonly { name: string; index: number }[];
  /** Unnamed columns; their cells must be empty. */
  unnamedIndexes: readonly number[];
  format: CellFormat;
};

export type FileDefinition<Field extends string> = {
  fields: readonly Field[];
  required: readonly Field[];
  /** The prefix for attributes that share their name with a property, as in `attributes.title`. */
  prefix: string;
};

/** Comparing twelve names of 600,000 characters with field names blocked the event loop for up to 1.8 s. */
const MAX_PARSED_LENGTH = 1_000;

/** Returns undefined for an unnamed column. */
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

/** `parseColumns` maps the result back to the same attribute. */
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
  const report = (column: string, message: Message) => void issues.push({ message, members: [column] });
  const indexes = new Map<Field, number>();
  const attributes = new Map<string, number>();
  const unnamedIndexes: number[] = [];
  const reportInvalidLength = (name: string) =>
    report(
      shorten(name),
      msg`The name of the attribute ${quote(name)} must have 1 to ${limits.customPropertyName} characters, on one line.`,
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
        msg`The columns ${previousIndex + 1} and ${index + 1} have the same name, ${quote(cell)}.`,
      );
    } else if ('field' in parsed) indexes.set(parsed.field, index);
    else attributes.set(parsed.attribute, index);
  }
  for (const name of attributes.keys()) {
    if (!new RegExp(`^.{1,${limits.customPropertyName}}$`, 'u').test(name)) reportInvalidLength(name);
  }
  const otherColumns =
    attributes.size > 0
      ? msg`Unrecognised columns: ${formatNames([...attributes.keys()])}.`
      : msg`The columns are ${formatNames(cells)}.`;
  for (const field of definition.required) {
    if (indexes.has(field)) continue;
    const nearestName = findNearestName(field, attributes.keys());
    const hint = nearestName === undefined ? otherColumns : msg`Did you mean '${nearestName}'?`;
    report(field, msg`There is no column ${field}. ${hint}`);
  }
  const attributeColumns = [...attributes].map(([name, index]) => ({ name, index }));
  return { columns: { names: cells, indexes, attributes: attributeColumns, unnamedIndexes, format }, issues };
};

/** Truncates a cell's text for messages. A cell can have up to 600,000 characters. */
export const shorten = (text: string) => text.slice(0, 80);

const quote = (name: string) => msg`'${shorten(name)}'`;

const formatNames = (cells: readonly string[]) => {
  const firstNames = joinMessages(cells.slice(0, 10).map(quote), ', ');
  return cells.length > 10 ? msg`${firstNames} and ${cells.length - 10} more` : firstNames;
};
