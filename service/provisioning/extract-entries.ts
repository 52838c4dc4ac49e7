import { CST } from 'yaml';
import type { Path } from '#service/shape/issue.ts';
import {
  createGrowingList,
  type FindListCheck,
  type GrowingList,
  type ListEntries,
  type LongList,
} from './long-list.ts';
import { type ExtractedEntries, findOffsetWithin, type PlainValues } from './plain-values.ts';
import type { TextError } from './text-error.ts';

export type EntryExtractor = {
  extractFrom(stack: readonly CST.Token[]): void;
  /** The entries of each list that is checked in pieces. The list itself stays empty. */
  longLists: Map<unknown, LongList>;
};

type ParsePart = (part: string) => { value: unknown; issues: readonly TextError[] };

/**
 * Converts finished list entries during parsing. The yaml package composes them as a separate list, with the
 * same errors. Entries of a long list are checked and discarded; `read` parses part of the text again.
 */
export const createEntryExtractor = (
  text: string,
  values: PlainValues,
  { findCheck, read }: { findCheck: FindListCheck; read: ParsePart },
): EntryExtractor => {
  const longLists: EntryExtractor['longLists'] = new Map();

  const startList = (list: ListToken, parents: readonly CST.Token[]): ExtractedEntries => {
    const path = findPath(parents, values);
    const check = path && findCheck(path);
    const long = check && createGrowingList(check);
    const whenFinished = long && ((rest: ListEntries) => finishList(long, rest));
    const extracted = { count: 0, end: list.offset, parts: [], long, whenFinished };
    values.extracted.set(list, extracted);
    return extracted;
  };

  const finishList = (long: GrowingList, rest: ListEntries) => {
    const { values: last } = rest;
    long.add(rest, () => last);
    const empty: unknown[] = [];
    longLists.set(empty, long.list);
    return empty;
  };

  const extractFromList = (list: ListToken, parents: readonly CST.Token[]) => {
    const finished = extractFinished(list);
    if (!finished) return;
    const extracted = values.extracted.get(list) ?? startList(list, parents);
    const start = extracted.end;
    extracted.end = finished.end;
    extracted.count += finished.entries.length;
    const part = parseValues(createPart(list, start, finished.entries), values);
    if (extracted.long) {
      const entries = {
        values: part,
        findOffset: (path: Path) => findOffsetWithin(path, part, values.offsets),
      };
      extracted.long.add(
        entries,
        createReparse(read, createPartReader(text, list, start, finished.end), part.length),
      );
    } else extracted.parts.push(part);
  };

  return {
    extractFrom: (stack) => {
      for (const [depth, token] of stack.entries())
        if (isList(token)) extractFromList(token, stack.slice(1, depth));
    },
    longLists,
  };
};

type ListToken = CST.BlockSequence | CST.FlowCollection;

const isList = (token: CST.Token): token is ListToken =>
  token.type === 'block-seq' || (token.type === 'flow-collection' && token.start.type === 'flow-seq-start');

/**
 * Removes the finished entries from a list and returns them. Leaves the last two, which start at offset
 * `end`, because the parser may still change them.
 */
const extractFinished = (list: ListToken): { entries: CST.CollectionItem[]; end: number } | undefined => {
  const items: CST.CollectionItem[] = list.items;
  const next = items.length < 3 ? undefined : items.at(-2);
  if (list.type === 'block-seq') {
    const dash = next?.start.find(({ type }) => type === 'seq-item-ind');
    return dash && { entries: items.splice(0, items.length - 2), end: dash.offset };
  }
  // Anything before the comma belongs to the previous entry, which is therefore extracted later.
  const comma = next?.start[0]?.type === 'comma' ? next.start.shift() : undefined;
  return comma && { entries: items.splice(0, items.length - 2).map(completeEntry), end: comma.offset };
};

/**
 * Completes an entry in a flow list, as the parser itself does at the end of the list; until then, the entry's value is
 * stored as a map key. Modifies the token in place, because extracted entries are looked up by token.
 */
const completeEntry = (entry: CST.CollectionItem): CST.CollectionItem => {
  const { start, key, sep = [], value } = entry;
  if (!key || value || hasType(start, 'explicit-key-ind') || hasType(sep, 'map-value-ind')) return entry;
  const { end = [] } = key as CST.FlowScalar;
  return { start, value: Object.assign(key, { end: [...end, ...sep] }) };
};

const hasType = (tokens: readonly CST.SourceToken[], type: CST.TokenType) =>
  tokens.some((token) => token.type === type);

/** The closing bracket that part of a flow list lacks. */
const END_OF_LIST: CST.SourceToken = { type: 'flow-seq-end', offset: 0, indent: 0, source: ']' };

const createPart = (list: ListToken, offset: number, items: CST.CollectionItem[]) =>
  ({ ...list, offset, items, end: [END_OF_LIST] }) as ListToken;

const parseValues = (list: ListToken, { parseTokens }: PlainValues): unknown[] => {
  const document: CST.Document = { type: 'document', offset: list.offset, start: [], value: list };
  return (parseTokens([document]) ?? []) as unknown[];
};

const createPartReader = (text: string, list: ListToken, start: number, end: number) => {
  const [prefix, from, to, suffix] =
    list.type === 'block-seq'
      ? // Takes whole lines, so that every entry keeps its indentation; the first may start within a line.
        [' '.repeat(list.indent), start, text.lastIndexOf('\n', end) + 1, '']
      : ['[', start + 1, end, ']'];
  return () => `${prefix}${text.slice(from, to)}${suffix}`;
};

/**
 * This function is not defined in `extractFromList`, because it would then keep that function's variables,
 * and so every part, in memory.
 */
const createReparse = (read: ParsePart, readPart: () => string, count: number) => () => {
  const { value, issues } = read(readPart());
  const values = value as unknown[];
  // This should never happen, but unchecked data must not be stored.
  if (issues.length > 0 || values.length !== count)
    throw new Error(`${count} list entries changed when they were read again: ${issues[0]?.message}`);
  return values;
};

/** Returns the path of the entry that is being parsed; undefined if a token has an unusual form. */
const findPath = (parents: readonly CST.Token[], values: PlainValues): Path | undefined => {
  const steps = parents.map((token) => findStep(token, values));
  return steps.every((step) => step !== undefined) ? steps : undefined;
};

const findStep = (token: CST.Token, { extracted }: PlainValues): string | number | undefined => {
  const last: CST.CollectionItem | undefined = CST.isCollection(token) ? token.items.at(-1) : undefined;
  if (isList(token)) {
    // The entry being parsed is included once its dash or comma has been read.
    const isIncluded = last && !last.key && !last.value;
    return token.items.length - (isIncluded ? 1 : 0) + (extracted.get(token)?.count ?? 0);
  }
  const { key, sep = [] } = last ?? {};
  // The yaml package validates the key once the map is complete.
  return hasType(sep, 'map-value-ind') ? CST.resolveAsScalar(key, true, () => {})?.value : undefined;
};
