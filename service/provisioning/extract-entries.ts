import { CST } from 'yaml';
import type { Path } from '#service/shape/issue.ts';
import {
  createLongList,
  type GrowingList,
  type ListChecks,
  type ListEntries,
  type LongList,
} from './long-list.ts';
import { type ExtractedEntries, offsetWithin, type PlainValues } from './plain-values.ts';
import type { TextError } from './text-error.ts';

export type EntryExtractor = {
  /** Extracts finished entries from every list that is being parsed. */
  from(stack: readonly CST.Token[]): void;
  /** The entries of each list that is checked piece by piece; the list itself is empty. */
  longLists: Map<unknown, LongList>;
};

type Read = (part: string) => { value: unknown; issues: readonly TextError[] };

/**
 * Converts finished list entries to plain values before the whole document is parsed. The package composes them as a
 * separate list, so it rejects what it would reject in the whole one. Entries of a long list are checked and discarded;
 * `read` parses a part of the text again.
 */
export const createEntryExtractor = (
  text: string,
  values: PlainValues,
  { checkFor, read }: { checkFor: ListChecks; read: Read },
): EntryExtractor => {
  const longLists: EntryExtractor['longLists'] = new Map();

  const startList = (list: ListToken, parents: readonly CST.Token[]): ExtractedEntries => {
    const path = pathTo(parents, values);
    const check = path && checkFor(path);
    const long = check && createLongList(check);
    const whenFinished = long && ((rest: ListEntries) => finish(long, rest));
    const extracted = { count: 0, end: list.offset, parts: [], long, whenFinished };
    values.extracted.set(list, extracted);
    return extracted;
  };

  const finish = (long: GrowingList, rest: ListEntries) => {
    const { values: last } = rest;
    long.add(rest, () => last);
    const empty: unknown[] = [];
    longLists.set(empty, long.list);
    return empty;
  };

  const extractFrom = (list: ListToken, parents: readonly CST.Token[]) => {
    const finished = extractFinished(list);
    if (!finished) return;
    const extracted = values.extracted.get(list) ?? startList(list, parents);
    const start = extracted.end;
    extracted.end = finished.end;
    extracted.count += finished.entries.length;
    const part = valuesOf(partOf(list, start, finished.entries), values);
    if (extracted.long) {
      const entries = { values: part, offsetOf: (path: Path) => offsetWithin(path, part, values.offsets) };
      extracted.long.add(entries, readAgain(read, textOfPart(text, list, start, finished.end), part.length));
    } else extracted.parts.push(part);
  };

  return {
    from: (stack) => {
      for (const [depth, token] of stack.entries())
        if (isList(token)) extractFrom(token, stack.slice(1, depth));
    },
    longLists,
  };
};

type ListToken = CST.BlockSequence | CST.FlowCollection;

const isList = (token: CST.Token): token is ListToken =>
  token.type === 'block-seq' || (token.type === 'flow-collection' && token.start.type === 'flow-seq-start');

/**
 * Removes all entries except the last two, which the parser may still change; `end` is where those start. Returns
 * undefined if there is no dash or comma, which only happens in invalid texts.
 */
const extractFinished = (list: ListToken): { entries: CST.CollectionItem[]; end: number } | undefined => {
  const items: CST.CollectionItem[] = list.items;
  const next = items.length < 3 ? undefined : items.at(-2);
  if (list.type === 'block-seq') {
    const dash = next?.start.find(({ type }) => type === 'seq-item-ind');
    return dash && { entries: items.splice(0, items.length - 2), end: dash.offset };
  }
  // Anything before the comma belongs to the previous entry, so that entry is extracted later.
  const comma = next?.start[0]?.type === 'comma' ? next.start.shift() : undefined;
  return comma && { entries: items.splice(0, items.length - 2).map(completed), end: comma.offset };
};

/**
 * Completes an entry of a `[…]` as the parser does at the end of the list: until then its value is in the place of a
 * map key. Modified in place, because extracted entries are looked up by their token.
 */
const completed = (entry: CST.CollectionItem): CST.CollectionItem => {
  const { start, key, sep = [], value } = entry;
  if (!key || value || has(start, 'explicit-key-ind') || has(sep, 'map-value-ind')) return entry;
  const { end = [] } = key as CST.FlowScalar;
  return { start, value: Object.assign(key, { end: [...end, ...sep] }) };
};

const has = (tokens: readonly CST.SourceToken[], type: CST.TokenType) =>
  tokens.some((token) => token.type === type);

/** The closing bracket that a part of a `[…]` lacks. */
const END_OF_LIST: CST.SourceToken = { type: 'flow-seq-end', offset: 0, indent: 0, source: ']' };

/** Some entries of a list as a separate list. */
const partOf = (list: ListToken, offset: number, items: CST.CollectionItem[]) =>
  ({ ...list, offset, items, end: [END_OF_LIST] }) as ListToken;

const valuesOf = (list: ListToken, { ofTokens }: PlainValues): unknown[] => {
  const document: CST.Document = { type: 'document', offset: list.offset, start: [], value: list };
  return (ofTokens([document]) ?? []) as unknown[];
};

/** The text of such a part, cut out only on demand. */
const textOfPart = (text: string, list: ListToken, start: number, end: number) => {
  const [before, from, to, after] =
    list.type === 'block-seq'
      ? // Whole lines, so that every entry keeps its indentation; the first may start within a line.
        [' '.repeat(list.indent), start, text.lastIndexOf('\n', end) + 1, '']
      : ['[', start + 1, end, ']'];
  return () => `${before}${text.slice(from, to)}${after}`;
};

/**
 * The closure that a long list stores for each of its pieces. It is created outside of `extractFrom`, because closures of
 * one function share its variables: the syntax and values of every piece would stay in memory.
 */
const readAgain = (read: Read, textOf: () => string, count: number) => () => {
  const { value, issues } = read(textOf());
  const values = value as unknown[];
  // Should never happen, but unchecked data must not be stored.
  if (issues.length > 0 || values.length !== count)
    throw new Error(`${count} list entries changed when they were read again: ${issues[0]?.message}`);
  return values;
};

/** The path to what is being parsed; undefined if one of the tokens has an unusual form. */
const pathTo = (parents: readonly CST.Token[], values: PlainValues): Path | undefined => {
  const steps = parents.map((token) => stepInto(token, values));
  return steps.every((step) => step !== undefined) ? steps : undefined;
};

const stepInto = (token: CST.Token, { extracted }: PlainValues): string | number | undefined => {
  const last: CST.CollectionItem | undefined = CST.isCollection(token) ? token.items.at(-1) : undefined;
  if (isList(token)) {
    // The entry being parsed exists once its dash or comma does.
    const isThere = last && !last.key && !last.value;
    return token.items.length - (isThere ? 1 : 0) + (extracted.get(token)?.count ?? 0);
  }
  const { key, sep = [] } = last ?? {};
  // The package checks the key when the map is complete.
  return has(sep, 'map-value-ind') ? CST.resolveAsScalar(key, true, () => {})?.value : undefined;
};
