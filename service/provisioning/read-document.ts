import { CST, Lexer, Parser } from 'yaml';
import type { Path, TextFault } from './fault.ts';
import { createPlainValues, type PlainValues } from './plain-values.ts';

/*
 * YAML with positions, in little memory
 *
 * The yaml package gives positions together with a whole syntax tree: 1.1 GB for a file of 100,000 items (16 MB). Here
 * its parser is driven lexeme by lexeme. Now and then the list entries that it has finished are taken out of its
 * stack and turned into plain values, and of their syntax nothing is kept but the offset of each member. The same file
 * then takes 0.3 GB at its peak, 60 MB in the end, and two thirds of the time. JSON is read in the same way, as the YAML
 * that it is.
 */

export type ParsedDocument = {
  value: unknown;
  /** What is wrong with the text itself. When there is anything, the value means nothing. */
  faults: TextFault[];
  /** The offset of what a path leads to, or of the innermost thing around it that is there. */
  offsetOf(path: Path): number;
};

/** About 400 items. */
const LEXEMES_BETWEEN_VISITS = 20_000;
const DEEPEST_NESTING = 100;

/** Reads YAML or JSON, whatever stands in it: faults are part of the answer. */
export const readDocument = (text: string, visitEvery = LEXEMES_BETWEEN_VISITS): ParsedDocument => {
  const values = createPlainValues();
  const value = values.ofTokens(tokensOf(text, values, visitEvery));
  return { value, faults: values.faults, offsetOf: (path) => offsetOf(path, value, values.offsets) };
};

/** The parser's tokens: a document, without the list entries that were taken out of it meanwhile. */
function* tokensOf(text: string, values: PlainValues, visitEvery: number): Generator<CST.Token> {
  const parser = new Parser();
  let lexemes = 0;
  let hasAnchors = false;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST_NESTING) {
      values.faults.push({
        offset: parser.offset,
        message: `Nested more than ${DEEPEST_NESTING} levels deep.`,
      });
      return;
    }
    // What an alias stands for may be in an entry that was not taken out: from the first anchor on, none is.
    hasAnchors ||= lexeme.startsWith('&');
    if (++lexemes % visitEvery === 0 && !hasAnchors)
      for (const token of parser.stack) takeFinishedEntries(token, values);
  }
  yield* parser.end();
}

/**
 * Takes finished entries out of a list. The first stays, because commas are judged by it; so do the last two, because
 * the parser may still look at them.
 */
const takeFinishedEntries = (list: CST.Token, values: PlainValues) => {
  if (list.type !== 'block-seq' && !isFlowList(list)) return;
  const entries: CST.CollectionItem[] = list.items;
  const contentOf = list.type === 'block-seq' ? blockEntryContent : flowEntryContent;
  const contents: CST.Token[] = [];
  for (const entry of entries.slice(1, -2)) {
    const content = contentOf(entry);
    if (!content) break;
    contents.push(content);
  }
  if (contents.length === 0) return;
  entries.splice(1, contents.length);
  const taken = values.taken.get(list) ?? { values: [], offsets: [] };
  for (const content of contents) {
    taken.values.push(
      values.ofTokens([{ type: 'document', offset: content.offset, start: [], value: content }]),
    );
    taken.offsets.push(content.offset);
  }
  values.taken.set(list, taken);
};

const isFlowList = (token: CST.Token): token is CST.FlowCollection =>
  token.type === 'flow-collection' && token.start.type === 'flow-seq-start';

/** The value of a finished `- …` entry; undefined for one of an unusual form, which is left to the package. */
const blockEntryContent = ({ start, value }: CST.CollectionItem): CST.Token | undefined =>
  CST.isCollection(value) && countOf(start, 'seq-item-ind') === 1 && !hasProperties(start)
    ? value
    : undefined;

/** The same for an entry of a `[…]`. While it is being parsed, its value stands where a map has its key. */
const flowEntryContent = ({ start, key, sep, value }: CST.CollectionItem): CST.Token | undefined =>
  CST.isCollection(key) &&
  !value &&
  countOf(sep ?? [], 'map-value-ind') === 0 &&
  countOf(start, 'comma') === 1 &&
  !hasProperties(start)
    ? key
    : undefined;

const countOf = (tokens: readonly CST.SourceToken[], type: CST.TokenType) =>
  tokens.filter((token) => token.type === type).length;

const hasProperties = (start: readonly CST.SourceToken[]) =>
  start.some(({ type }) => type === 'anchor' || type === 'tag' || type === 'explicit-key-ind');

const offsetOf = (path: Path, value: unknown, offsets: PlainValues['offsets']): number => {
  let offset = 0;
  let here = value;
  for (const step of path) {
    const next = typeof here === 'object' && here !== null ? offsets.get(here)?.[step] : undefined;
    if (next === undefined) return offset;
    offset = next;
    here = (here as Record<string | number, unknown>)[step];
  }
  return offset;
};
