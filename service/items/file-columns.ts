import { limits } from '#contract/limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { CellStyle } from './cell-text.ts';

/** What the columns of a file are: members of the things in it, and their attributes. */
export type FileColumns<Member extends string> = {
  /** As they stand in the header, for messages. */
  names: readonly string[];
  places: ReadonlyMap<Member, number>;
  attributes: readonly { name: string; place: number }[];
  /** Those without a name, in which nothing may stand. */
  unnamed: readonly number[];
  style: CellStyle;
};

/** The files of a kind of things: which columns are members; every other is one of its attributes. */
export type FileKind<Member extends string> = {
  members: readonly Member[];
  required: readonly Member[];
  /** Before the name of an attribute that would be taken for something else, as in `attributes.title`. */
  prefix: string;
};

/** The name of a column as its header has it; undefined for a column without a name. */
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

/** The header of an attribute, such that it is read as that attribute again. */
export const headerOf = <Member extends string>(kind: FileKind<Member>, name: string): string => {
  const read = readName(kind, name);
  const isPlain = read && 'attribute' in read && read.attribute === name && /^[\p{L}\p{N}]/u.test(name);
  return isPlain ? name : kind.prefix + name;
};

/** Reads the header of a file; `faults` says everything that is wrong with it. */
export const readColumns = <Member extends string>(
  kind: FileKind<Member>,
  cells: readonly string[],
  style: CellStyle,
): { columns: FileColumns<Member>; faults: FieldProblem[] } => {
  const faults: FieldProblem[] = [];
  const refuse = (column: string, message: Sentence) => void faults.push({ message, members: [column] });
  const places = new Map<Member, number>();
  const attributes = new Map<string, number>();
  const unnamed: number[] = [];
  for (const [place, cell] of cells.entries()) {
    const read = readName(kind, cell);
    if (read === undefined) {
      unnamed.push(place);
      continue;
    }
    const taken = 'member' in read ? places.get(read.member) : attributes.get(read.attribute);
    if (taken !== undefined) {
      refuse(
        shortened(cell),
        sentence`The columns ${taken + 1} and ${place + 1} both bear the name ${shown(cell)}.`,
      );
    } else if ('member' in read) places.set(read.member, place);
    else attributes.set(read.attribute, place);
  }
  for (const name of attributes.keys()) {
    if (new RegExp(`^.{1,${limits.customPropertyName}}$`, 'u').test(name)) continue;
    const limit = limits.customPropertyName;
    refuse(
      shortened(name),
      sentence`The attribute ${shown(name)} must have a name of 1 to ${limit} characters, in one line.`,
    );
  }
  for (const member of kind.required) {
    if (places.has(member)) continue;
    const near = nearestName(member, attributes.keys());
    const hint = near === undefined ? sentence`There are ${listed(cells)}.` : sentence`Is '${near}' meant?`;
    refuse(member, sentence`There is no column ${member}. ${hint}`);
  }
  if (cells.length > limits.importColumns) {
    refuse('', sentence`The file has ${cells.length} columns; at most ${limits.importColumns} are read.`);
  }
  const placed = [...attributes].map(([name, place]) => ({ name, place }));
  return { columns: { names: cells, places, attributes: placed, unnamed, style }, faults };
};

const LONGEST_SHOWN = 80;

const shortened = (name: string) => name.slice(0, LONGEST_SHOWN);

const shown = (name: string) => `'${shortened(name)}'`;

const listed = (cells: readonly string[]) => {
  const first = cells.slice(0, 10).map(shown).join(', ');
  return cells.length > 10 ? sentence`${first} and ${cells.length - 10} more` : first;
};
