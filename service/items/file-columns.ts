import { limits } from '#contract/limits.ts';
import { joinSentences, type Sentence, sentence } from '#i18n/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { CellStyle } from './cell-text.ts';

/** The columns of a file: members of its entities, and their attributes. */
export type FileColumns<Member extends string> = {
  /** The names as in the header, for messages. */
  names: readonly string[];
  places: ReadonlyMap<Member, number>;
  attributes: readonly { name: string; place: number }[];
  /** Columns without a name, whose cells must be empty. */
  unnamed: readonly number[];
  style: CellStyle;
};

/** A kind of file: the names of its member columns; every other column is an attribute. */
export type FileKind<Member extends string> = {
  members: readonly Member[];
  required: readonly Member[];
  /** The prefix of attributes whose name is ambiguous, as in `attributes.title`. */
  prefix: string;
};

/** Parses the name of a column in the header; undefined for a column without a name. */
const readName = <Member extends string>(
  { members, prefix }: FileKind<Member>,
  cell: string,
): { member: Member } | { attribute: string } | undefined => {
  if (cell.startsWith(prefix)) return { attribute: cell.slice(prefix.length) };
  const name = cell.trim();
  const member = members.find((one) => one.toLowerCase() === name.toLowerCase());
  if (member) return { member };
  return name === '' ? undefined : { attribute: name };
};

/** The header of an attribute, such that readColumns parses it as that attribute again. */
export const headerOf = <Member extends string>(kind: FileKind<Member>, name: string): string => {
  const read = readName(kind, name);
  const isPlain = read && 'attribute' in read && read.attribute === name && /^[\p{L}\p{N}]/u.test(name);
  return isPlain ? name : kind.prefix + name;
};

/** Parses the header of a file; `issues` lists all its errors. */
export const readColumns = <Member extends string>(
  kind: FileKind<Member>,
  cells: readonly string[],
  style: CellStyle,
): { columns: FileColumns<Member>; issues: FieldProblem[] } => {
  const issues: FieldProblem[] = [];
  const report = (column: string, message: Sentence) => void issues.push({ message, members: [column] });
  const places = new Map<Member, number>();
  const attributes = new Map<string, number>();
  const unnamed: number[] = [];
  for (const [place, cell] of cells.entries()) {
    const read = readName(kind, cell);
    if (read === undefined) {
      unnamed.push(place);
      continue;
    }
    const earlier = 'member' in read ? places.get(read.member) : attributes.get(read.attribute);
    if (earlier !== undefined) {
      report(
        shortened(cell),
        sentence`The columns ${earlier + 1} and ${place + 1} have the same name, ${shown(cell)}.`,
      );
    } else if ('member' in read) places.set(read.member, place);
    else attributes.set(read.attribute, place);
  }
  for (const name of attributes.keys()) {
    if (new RegExp(`^.{1,${limits.customPropertyName}}$`, 'u').test(name)) continue;
    const limit = limits.customPropertyName;
    report(
      shortened(name),
      sentence`The name of the attribute ${shown(name)} must have 1 to ${limit} characters, on one line.`,
    );
  }
  for (const member of kind.required) {
    if (places.has(member)) continue;
    const near = nearestName(member, attributes.keys());
    const hint =
      near === undefined ? sentence`The columns are ${listed(cells)}.` : sentence`Did you mean '${near}'?`;
    report(member, sentence`There is no column ${member}. ${hint}`);
  }
  const positions = [...attributes].map(([name, place]) => ({ name, place }));
  return { columns: { names: cells, places, attributes: positions, unnamed, style }, issues };
};

const MAX_SHOWN_LENGTH = 80;

const shortened = (name: string) => name.slice(0, MAX_SHOWN_LENGTH);

const shown = (name: string) => sentence`'${shortened(name)}'`;

const listed = (cells: readonly string[]) => {
  const first = joinSentences(cells.slice(0, 10).map(shown), ', ');
  return cells.length > 10 ? sentence`${first} and ${cells.length - 10} more` : first;
};
