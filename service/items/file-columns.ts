import { limits } from '#contract/limits.ts';
import { joinSentences, type Sentence, sentence } from '#i18n/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { CellFormat } from './cell-text.ts';

/** The columns of a file: members of the items or tasks, and their attributes. */
export type FileColumns<Member extends string> = {
  /** The names in the header, for messages. */
  names: readonly string[];
  indexes: ReadonlyMap<Member, number>;
  attributes: readonly { name: string; index: number }[];
  /** Columns without a name, whose cells must be empty. */
  unnamed: readonly number[];
  format: CellFormat;
};

/** A kind of file with the names of its member columns. Every other column is an attribute. */
export type FileKind<Member extends string> = {
  members: readonly Member[];
  required: readonly Member[];
  /** The prefix of attributes with the name of a member, as in `attributes.title`. */
  prefix: string;
};

/** Parses the name of a column in the header; undefined for a column without a name. */
const readName = <Member extends string>(
  { members, prefix }: FileKind<Member>,
  cell: string,
): { member: Member } | { attribute: string } | undefined => {
  if (cell.startsWith(prefix)) return { attribute: cell.slice(prefix.length) };
  const name = cell.trim();
  const member = members.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (member) return { member };
  return name === '' ? undefined : { attribute: name };
};

/** The column name of an attribute, which readColumns parses as that attribute. */
export const headerOf = <Member extends string>(kind: FileKind<Member>, name: string): string => {
  const parsed = readName(kind, name);
  const isPlain = parsed && 'attribute' in parsed && parsed.attribute === name && /^[\p{L}\p{N}]/u.test(name);
  return isPlain ? name : kind.prefix + name;
};

/** Parses the header of a file; `issues` lists all its errors. */
export const readColumns = <Member extends string>(
  kind: FileKind<Member>,
  cells: readonly string[],
  format: CellFormat,
): { columns: FileColumns<Member>; issues: FieldProblem[] } => {
  const issues: FieldProblem[] = [];
  const report = (column: string, message: Sentence) => void issues.push({ message, members: [column] });
  const indexes = new Map<Member, number>();
  const attributes = new Map<string, number>();
  const unnamed: number[] = [];
  for (const [index, cell] of cells.entries()) {
    const parsed = readName(kind, cell);
    if (parsed === undefined) {
      unnamed.push(index);
      continue;
    }
    const previous = 'member' in parsed ? indexes.get(parsed.member) : attributes.get(parsed.attribute);
    if (previous !== undefined) {
      report(
        shortened(cell),
        sentence`The columns ${previous + 1} and ${index + 1} have the same name, ${quoted(cell)}.`,
      );
    } else if ('member' in parsed) indexes.set(parsed.member, index);
    else attributes.set(parsed.attribute, index);
  }
  for (const name of attributes.keys()) {
    if (new RegExp(`^.{1,${limits.customPropertyName}}$`, 'u').test(name)) continue;
    const limit = limits.customPropertyName;
    report(
      shortened(name),
      sentence`The name of the attribute ${quoted(name)} must have 1 to ${limit} characters, on one line.`,
    );
  }
  const otherColumns =
    attributes.size > 0
      ? sentence`Unrecognized columns: ${formatNames([...attributes.keys()])}.`
      : sentence`The columns are ${formatNames(cells)}.`;
  for (const member of kind.required) {
    if (indexes.has(member)) continue;
    const nearest = nearestName(member, attributes.keys());
    const hint = nearest === undefined ? otherColumns : sentence`Did you mean '${nearest}'?`;
    report(member, sentence`There is no column ${member}. ${hint}`);
  }
  const attributeColumns = [...attributes].map(([name, index]) => ({ name, index }));
  return { columns: { names: cells, indexes, attributes: attributeColumns, unnamed, format }, issues };
};

const MAX_SHOWN_LENGTH = 80;

const shortened = (name: string) => name.slice(0, MAX_SHOWN_LENGTH);

const quoted = (name: string) => sentence`'${shortened(name)}'`;

const formatNames = (cells: readonly string[]) => {
  const first = joinSentences(cells.slice(0, 10).map(quoted), ', ');
  return cells.length > 10 ? sentence`${first} and ${cells.length - 10} more` : first;
};
