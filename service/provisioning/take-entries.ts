import { CST } from 'yaml';
import type { Path } from './fault.ts';
import { createLongList, type GrowingList, type JudgeOfList, type LongList } from './long-list.ts';
import { createPlainValues, offsetWithin, type PlainValues } from './plain-values.ts';

export type TakeEntries = {
  /** Takes finished entries out of every list that is being parsed. */
  from(stack: readonly CST.Token[]): void;
  /** The entries of each list that is judged piece by piece; the list itself is empty. */
  longLists: Map<unknown, LongList>;
};

/**
 * Turns finished list entries into plain values before the whole document is parsed. Those of a long list are judged and
 * let go; `read` reads a part of the text again.
 */
export const createTakeEntries = (
  text: string,
  values: PlainValues,
  { judgeOf, read }: { judgeOf: JudgeOfList; read: (part: string) => unknown },
): TakeEntries => {
  const growing = new Map<CST.Token, GrowingList>();
  const longLists: TakeEntries['longLists'] = new Map();

  /** The first entry stays in the syntax, because commas are judged by it, but its value is judged now. */
  const grow = (list: ListToken, judge: Parameters<typeof createLongList>[0]): GrowingList | undefined => {
    const first = contentOf(list, list.items[0]!, 0);
    if (!first) return undefined;
    const long = createLongList(judge);
    const piece = pieceOf([first]);
    long.add(piece, () => piece.values);
    growing.set(list, long);
    values.taken.set(list, {
      values: [],
      offsets: [],
      whenFinished: (entries) => {
        const last = entries.slice(1);
        const offsetOf = ([step, ...steps]: Path) =>
          offsetWithin([Number(step) + 1, ...steps], entries, values.offsets);
        long.add({ values: last, offsetOf }, () => last);
        const empty: unknown[] = [];
        longLists.set(empty, long.list);
        return empty;
      },
    });
    return long;
  };

  /** The first entry stays, and the last two, because the parser may still look at them. */
  const takeFrom = (list: ListToken, around: readonly CST.Token[]) => {
    const entries: CST.CollectionItem[] = list.items;
    const contents: CST.Token[] = [];
    for (const entry of entries.slice(1, -2)) {
      const content = contentOf(list, entry, 1);
      if (!content) break;
      contents.push(content);
    }
    const next = entries[1 + contents.length];
    // Only in a text that is refused something else than an entry comes next.
    if (contents.length === 0 || placeOf(next!) === undefined) return;
    const isNew = !values.taken.has(list);
    const path = isNew ? pathTo(around, values) : undefined;
    const judge = path && judgeOf(path);
    const long = judge ? grow(list, judge) : growing.get(list);
    const [first] = entries.splice(1, contents.length);
    if (long) {
      const piece = pieceOf(contents);
      values.faults.push(...piece.faults);
      const part = partOf(text, list, first!, next!);
      long.add(piece, () => read(part()) as unknown[]);
    } else {
      const taken = values.taken.get(list) ?? { values: [], offsets: [] };
      for (const content of contents) {
        taken.values.push(values.ofTokens([documentOf(content)]));
        taken.offsets.push(content.offset);
      }
      values.taken.set(list, taken);
    }
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

const documentOf = (content: CST.Token): CST.Document => ({
  type: 'document',
  offset: content.offset,
  start: [],
  value: content,
});

/** Values whose offsets are forgotten together with them. */
const pieceOf = (contents: readonly CST.Token[]) => {
  const { ofTokens, offsets, faults } = createPlainValues();
  const values = contents.map((content) => ofTokens([documentOf(content)]));
  offsets.set(values, Object.fromEntries(contents.map(({ offset }, index) => [index, offset])));
  return { values, faults, offsetOf: (path: Path) => offsetWithin(path, values, offsets) };
};

/** The value of a finished entry; undefined for one of an unusual form, which is left to the package. */
const contentOf = (list: ListToken, entry: CST.CollectionItem, commas: number): CST.Token | undefined =>
  list.type === 'block-seq' ? blockEntryContent(entry) : flowEntryContent(entry, commas);

const blockEntryContent = ({ start, value }: CST.CollectionItem): CST.Token | undefined =>
  CST.isCollection(value) && countOf(start, 'seq-item-ind') === 1 && !hasProperties(start)
    ? value
    : undefined;

/** While the list is being parsed, the value of an entry of a `[…]` stands where a map has its key. */
const flowEntryContent = (
  { start, key, sep, value }: CST.CollectionItem,
  commas: number,
): CST.Token | undefined =>
  CST.isCollection(key) &&
  !value &&
  countOf(sep ?? [], 'map-value-ind') === 0 &&
  countOf(start, 'comma') === commas &&
  !hasProperties(start)
    ? key
    : undefined;

const countOf = (tokens: readonly CST.SourceToken[], type: CST.TokenType) =>
  tokens.filter((token) => token.type === type).length;

const hasProperties = (start: readonly CST.SourceToken[]) =>
  start.some(({ type }) => type === 'anchor' || type === 'tag' || type === 'explicit-key-ind');

/** The offset of the dash or the comma before an entry. */
const placeOf = ({ start }: CST.CollectionItem): number | undefined =>
  start.find(({ type }) => type === 'seq-item-ind' || type === 'comma')?.offset;

/** The text from one entry of a list up to another, as a list of its own. Cut out only when it is asked for. */
const partOf = (text: string, list: ListToken, first: CST.CollectionItem, next: CST.CollectionItem) => {
  const from = placeOf(first)!;
  const to = placeOf(next)!;
  // Whole lines, so that every entry keeps its indentation.
  const startOfLine = (offset: number) => text.lastIndexOf('\n', offset) + 1;
  return list.type === 'block-seq'
    ? () => text.slice(startOfLine(from), startOfLine(to))
    : () => `[${text.slice(from + 1, to)}]`;
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
    return token.items.length - (isThere ? 1 : 0) + (taken.get(token)?.values.length ?? 0);
  }
  const { key, sep } = last ?? {};
  return countOf(sep ?? [], 'map-value-ind') === 1 ? CST.resolveAsScalar(key)?.value : undefined;
};
