import { type CST, Lexer, Parser } from 'yaml';
import type { Path } from '#service/shape/issue.ts';
import { createEntryExtractor, type EntryExtractor } from './extract-entries.ts';
import type { ListChecks, LongList } from './long-list.ts';
import { createPlainValues, offsetWithin, type PlainValues } from './plain-values.ts';
import type { TextError } from './text-error.ts';

/*
 * YAML with positions, in little memory
 *
 * The yaml package provides positions only with a full syntax tree: 1.1 GB for a file of 100,000 items (16 MB). Here
 * its parser runs lexeme by lexeme. At intervals the finished list entries are extracted from its stack and converted
 * to plain values; of their syntax only the offset of each member is kept. The same file then takes 0.3 GB at its peak,
 * 60 MB in the end, and two thirds of the time. JSON is read in the same way, as a subset of YAML.
 */

export type ParsedDocument = {
  value: unknown;
  /** The entries of long lists, by the empty lists that represent them in `value`. */
  longLists: ReadonlyMap<unknown, LongList>;
  /** Errors in the text itself. If there are any, the value is meaningless. */
  issues: TextError[];
  /** Returns the offset of the value at a path, or of the innermost existing value around it. */
  offsetOf(path: Path): number;
};

/** About 40 items. With ten times as many, discarded syntax outlives the young generation: 300 MB instead of 210 MB. */
const LEXEMES_BETWEEN_VISITS = 2_000;
const DEEPEST_NESTING = 100;

/**
 * Parses YAML or JSON; errors are part of the result. Long lists for which `checkFor` returns a function are checked
 * while they are parsed and not stored; `value` contains an empty list in their place.
 */
export const readDocument = (
  text: string,
  {
    visitEvery = LEXEMES_BETWEEN_VISITS,
    checkFor = () => undefined,
  }: { visitEvery?: number; checkFor?: ListChecks } = {},
): ParsedDocument => {
  const values = createPlainValues();
  const take = createEntryExtractor(text, values, { checkFor, read: readDocument });
  const value = values.ofTokens(tokensOf(text, values, take, visitEvery));
  return {
    value,
    longLists: take.longLists,
    issues: values.issues,
    offsetOf: (path) => offsetWithin(path, value, values.offsets),
  };
};

/** The parser's tokens: a document without the list entries extracted during parsing. */
function* tokensOf(
  text: string,
  { issues }: PlainValues,
  take: EntryExtractor,
  visitEvery: number,
): Generator<CST.Token> {
  const parser = new Parser();
  let lexemes = 0;
  let isSelfContained = true;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST_NESTING) {
      issues.push({ offset: parser.offset, message: `Nested more than ${DEEPEST_NESTING} levels deep.` });
      return;
    }
    // An alias may refer to an entry that was not extracted, and a directive applies to the whole document: after the
    // first anchor or directive nothing is extracted.
    if (lexeme.startsWith('&') || (lexeme.startsWith('%') && parser.stack.length === 0))
      isSelfContained = false;
    if (++lexemes % visitEvery === 0 && isSelfContained) take.from(parser.stack);
  }
  yield* parser.end();
}
