import { CST } from 'yaml';
import type { Path } from '#service/shape/fault.ts';
import type { TextFault } from './fault.ts';
import {
  createLongList,
  type GrowingList,
  type JudgeOfList,
  type ListEntries,
  type LongList,
} from './long-list.ts';
import { offsetWithin, type PlainValues, type TakenEntries } from './plain-values.ts';

export type TakeEntries = {
  /** Takes finished entries out of every list that is being parsed. */
  from(stack: readonly CST.Token[]): void;
  /** The entries of each list that is judged piece by piece; the list itself is empty. */
  longLists: Map<unknown, LongList>;
};

type Read = (part: string) => { value: unknown; faults: readonly TextFault[] };

/**
 * Turns finished list entries into plain values before the whole document is parsed: the package composes them as a
 * list of their own, so it refuses what it would refuse in the whole one. Those of a long list are judged and let go;
 * `read` reads a part of the text again.
 */
export const createTakeEntries = (
  text: string,
  values: PlainValues,
  { judgeOf, read }: { judgeOf: JudgeOfList; read: Read },
): TakeEntries => {
  const longLists: TakeEntries['longLists'] = new Map();

  const beginWith = (list: ListToken, around: readonly CST.Token[]): TakenEntries => {
    const path = pathTo(around, values);
    const judge = path && judgeOf(path);
    const long = judge && createLongList(judge);
    const whenFinished = long && ((rest: ListEntries) => finish(long, rest));
    const taken = { count: 0, end: list.offset, parts: [], long, whenFinished };
    values.taken.set(list, taken);
    return taken;
  };

  const finish = (long: GrowingList, rest: ListEntries) => {
    const { values: last } = rest;
    long.add(rest, () => last);
    const empty: unknown[] = [];
    longLists.set(empty, long.list);
    return empty;
  };

  const takeFrom = (list: ListToken, around: readonly CST.Token[]) => {
    const finished = takeFinished(list);
    if (!finished) return;
    const taken = values.taken.get(list) ?? beginWith(list, around);
    const start = taken.end;
    taken.end = finished.end;
    taken.count += finished.entries.length;
    const part = valuesOf(partOf(list, start, finished.entries), values);
    if (taken.long) {
      const entries = { values: part, offsetOf: (path: Path) => offsetWithin(path, part, values.offsets) };
      taken.long.add(entries, readAgain(read, textOfPart(text, list, start, finished.end), part.length));
    } else taken.parts.push(part);
  };

  return {
    from: (stack) => {
      for (const [depth, token] of stack.entries()) if (isList(token)) takeFrom(token, stack.slice(1, depth));
    },
    longLists,
  };
};

type ListToken = CST.BlockSequence | CST.FlowCollection;

const isList = (token: CST.Token): token is ListToken =>
  token.type === 'block-seq' || (token.type === 'flow-collection' && token.start.type === 'flow-seq-start');

/**
 * Takes out all entries but the last two, which the parser may still look at; `end` is where these begin. None where no
 * dash or comma does, which only happens in a text that is refused.
 */
const takeFinished = (list: ListToken): { entries: CST.CollectionItem[]; end: number } | undefined => {
  const items: CST.CollectionItem[] = list.items;
  const next = items.length < 3 ? undefined : items.at(-2);
  if (list.type === 'block-seq') {
    const dash = next?.start.find(({ type }) => type === 'seq-item-ind');
    return dash && { entries: items.splice(0, items.length - 2), end: dash.offset };
  }
  // What stands before the comma, if anything, is judged with the entry before, so that entry is taken another time.
  const comma = next?.start[0]?.type === 'comma' ? next.start.shift() : undefined;
  return comma && { entries: items.splice(0, items.length - 2).map(settled), end: comma.offset };
};

/**
 * An entry of a `[…]` as the parser leaves it at the end of the list: until then its value stands where a map has its
 * key. Changed in place, because what was taken out of a list is found by its token.
 */
const settled = (entry: CST.CollectionItem): CST.CollectionItem => {
  const { start, key, sep = [], value } = entry;
  if (!key || value || has(start, 'explicit-key-ind') || has(sep, 'map-value-ind')) return entry;
  const { end = [] } = key as CST.FlowScalar;
  return { start, value: Object.assign(key, { end: [...end, ...sep] }) };
};

const has = (tokens: readonly CST.SourceToken[], type: CST.TokenType) =>
  tokens.some((token) => token.type === type);

/** The bracket that a part of a `[…]` lacks. */
const END_OF_LIST: CST.SourceToken = { type: 'flow-seq-end', offset: 0, indent: 0, source: ']' };

/** Some entries of a list as a list of their own. */
const partOf = (list: ListToken, offset: number, items: CST.CollectionItem[]) =>
  ({ ...list, offset, items, end: [END_OF_LIST] }) as ListToken;

const valuesOf = (list: ListToken, { ofTokens }: PlainValues): unknown[] => {
  const document: CST.Document = { type: 'document', offset: list.offset, start: [], value: list };
  return (ofTokens([document]) ?? []) as unknown[];
};

/** The text of such a part. Cut out only when it is asked for. */
const textOfPart = (text: string, list: ListToken, start: number, end: number) => {
  const [before, from, to, after] =
    list.type === 'block-seq'
      ? // Whole lines, so that every entry keeps its indentation; the first may begin within one.
        [' '.repeat(list.indent), start, text.lastIndexOf('\n', end) + 1, '']
      : ['[', start + 1, end, ']'];
  return () => `${before}${text.slice(from, to)}${after}`;
};

/**
 * The closure that a long list keeps for each of its pieces. It is made here and not in `takeFrom`, because closures of
 * one function keep each other's variables: the syntax and the values of every piece would stay in memory.
 */
const readAgain = (read: Read, textOf: () => string, count: number) => () => {
  const { value, faults } = read(textOf());
  const values = value as unknown[];
  // It cannot be; but nothing is written that was not judged.
  if (faults.length > 0 || values.length !== count)
    throw new Error(`${count} list entries do not read the same again: ${faults[0]?.message}`);
  return values;
};

/** The path to what is being parsed in these; undefined when one of them has an unusual form. */
const pathTo = (around: readonly CST.Token[], values: PlainValues): Path | undefined => {
  const steps = around.map((token) => stepInto(token, values));
  return steps.every((step) => step !== undefined) ? steps : undefined;
};

const stepInto = (token: CST.Token, { taken }: PlainValues): string | number | undefined => {
  const last: CST.CollectionItem | undefined = CST.isCollection(token) ? token.items.at(-1) : undefined;
  if (isList(token)) {
    // The entry that is being parsed is there once its dash or comma is.
    const isThere = last && !last.key && !last.value;
    return token.items.length - (isThere ? 1 : 0) + (taken.get(token)?.count ?? 0);
  }
  const { key, sep = [] } = last ?? {};
  // The package judges the key when the map is finished.
  return has(sep, 'map-value-ind') ? CST.resolveAsScalar(key, true, () => {})?.value : undefined;
};
