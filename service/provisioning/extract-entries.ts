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
  /** The entries of lists checked in chunks. The lists themselves stay empty. */
  longLists: Map<unknown, LongList>;
};

type ParseText = (text: string) => { value: unknown; issues: readonly TextError[] };

/**
 * Converts finished list entries to values while the rest of the document is being parsed. The yaml package composes
 * the extracted entries as a separate list, and reports the same errors for them. `read` re-parses text.
 */
export const createEntryExtractor = (
  text: string,
  values: PlainValues,
  { findCheck, read }: { findCheck: FindListCheck; read: ParseText },
): EntryExtractor => {
  const longLists: EntryExtractor['longLists'] = new Map();

  const startList = (list: ListToken, parents: readonly CST.Token[]): ExtractedEntries => {
    const path = findPath(parents, values);
    const check = path && findCheck(path);
    const growingList = check && createGrowingList(check);
    const finish =
      growingList && ((remainingEntries: ListEntries) => finishList(growingList, remainingEntries));
    const extractedEntries = { count: 0, end: list.offset, batches: [], growingList, finish };
    values.extractedEntries.set(list, extractedEntries);
    return extractedEntries;
  };

  const finishList = (growingList: GrowingList, remainingEntries: ListEntries) => {
    const { values: remainingValues } = remainingEntries;
    growingList.add(remainingEntries, () => remainingValues);
    const placeholder: unknown[] = [];
    longLists.set(placeholder, growingList.list);
    return placeholder;
  };

  const extractFromList = (list: ListToken, parents: readonly CST.Token[]) => {
    const extraction = extractFinishedEntries(list);
    if (!extraction) return;
    const extractedEntries = values.extractedEntries.get(list) ?? startList(list, parents);
    const start = extractedEntries.end;
    extractedEntries.end = extraction.end;
    extractedEntries.count += extraction.entries.length;
    const batch = parseValues(createBatch(list, start, extraction.entries), values);
    if (extractedEntries.growingList) {
      const entries = {
        values: batch,
        findOffset: (path: Path) => findOffsetWithin(path, batch, values.offsets),
      };
      extractedEntries.growingList.add(
        entries,
        createReparser(read, createBatchReader(text, list, start, extraction.end), batch.length),
      );
    } else extractedEntries.batches.push(batch);
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

/** Leaves the last two entries (from offset `end`) in the list: the parser may still change them. */
const extractFinishedEntries = (
  list: ListToken,
): { entries: CST.CollectionItem[]; end: number } | undefined => {
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
 * Completes an entry in a flow list, as the parser itself does at the end of the list; until then, the parser stores
 * the entry's value as a map key. Modifies the token in place: extracted entries are looked up by token.
 */
const completeEntry = (entry: CST.CollectionItem): CST.CollectionItem => {
  const { start, key, sep = [], value } = entry;
  if (!key || value || hasType(start, 'explicit-key-ind') || hasType(sep, 'map-value-ind')) return entry;
  const { end = [] } = key as CST.FlowScalar;
  return { start, value: Object.assign(key, { end: [...end, ...sep] }) };
};

const hasType = (tokens: readonly CST.SourceToken[], type: CST.TokenType) =>
  tokens.some((token) => token.type === type);

/** The closing bracket missing from a batch of a flow list. */
const END_OF_LIST: CST.SourceToken = { type: 'flow-seq-end', offset: 0, indent: 0, source: ']' };

const createBatch = (list: ListToken, offset: number, items: CST.CollectionItem[]) =>
  ({ ...list, offset, items, end: [END_OF_LIST] }) as ListToken;

const parseValues = (list: ListToken, { parseTokens }: PlainValues): unknown[] => {
  const document: CST.Document = { type: 'document', offset: list.offset, start: [], value: list };
  return (parseTokens([document]) ?? []) as unknown[];
};

const createBatchReader = (text: string, list: ListToken, start: number, end: number) => {
  const [prefix, from, to, suffix] =
    list.type === 'block-seq'
      ? // Takes whole lines, so that every entry keeps its indentation. Only the first one may start within a line.
        [' '.repeat(list.indent), start, text.lastIndexOf('\n', end) + 1, '']
      : ['[', start + 1, end, ']'];
  return () => `${prefix}${text.slice(from, to)}${suffix}`;
};

/** Defined outside `extractFromList`: as a closure, it would keep the values of every batch in memory. */
const createReparser = (read: ParseText, readBatch: () => string, count: number) => () => {
  const { value, issues } = read(readBatch());
  const values = value as unknown[];
  // This should never happen, but unchecked data must not be stored.
  if (issues.length > 0 || values.length !== count)
    throw new Error(`${count} list entries changed when they were read again: ${issues[0]?.message}`);
  return values;
};

/** Returns the path of the entry being parsed, or undefined if a token has an unusual form. */
const findPath = (parents: readonly CST.Token[], values: PlainValues): Path | undefined => {
  const steps = parents.map((token) => findStep(token, values));
  return steps.every((step) => step !== undefined) ? steps : undefined;
};

const findStep = (token: CST.Token, { extractedEntries }: PlainValues): string | number | undefined => {
  const lastItem: CST.CollectionItem | undefined = CST.isCollection(token) ? token.items.at(-1) : undefined;
  if (isList(token)) {
    // `items` includes the entry being parsed once its dash or comma has been read.
    const isIncluded = lastItem && !lastItem.key && !lastItem.value;
    return token.items.length - (isIncluded ? 1 : 0) + (extractedEntries.get(token)?.count ?? 0);
  }
  const { key, sep = [] } = lastItem ?? {};
  // The yaml package validates the key once the map is complete.
  return hasType(sep, 'map-value-ind') ? CST.resolveAsScalar(key, true, () => {})?.value : undefined;
};
