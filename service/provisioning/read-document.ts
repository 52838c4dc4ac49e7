import { type CST, Lexer, Parser } from 'yaml';
import type { Path } from '#service/shape/fault.ts';
import type { TextFault } from './fault.ts';
import type { JudgeOfList, LongList } from './long-list.ts';
import { createPlainValues, offsetWithin, type PlainValues } from './plain-values.ts';
import { createTakeEntries, type TakeEntries } from './take-entries.ts';

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
  /** What the empty lists that stand in `value` for long lists hold. */
  longLists: ReadonlyMap<unknown, LongList>;
  /** What is wrong with the text itself. When there is anything, the value means nothing. */
  faults: TextFault[];
  /** The offset of what a path leads to, or of the innermost thing around it that is there. */
  offsetOf(path: Path): number;
};

/** About 40 items. With ten times as many, what is let go outlives the young generation: 300 MB instead of 210 MB. */
const LEXEMES_BETWEEN_VISITS = 2_000;
const DEEPEST_NESTING = 100;

/**
 * Reads YAML or JSON, whatever stands in it: faults are part of the answer. A long list that `judgeOf` has a judge for is
 * judged while it is read and not kept; `value` holds an empty list in its place.
 */
export const readDocument = (
  text: string,
  {
    visitEvery = LEXEMES_BETWEEN_VISITS,
    judgeOf = () => undefined,
  }: { visitEvery?: number; judgeOf?: JudgeOfList } = {},
): ParsedDocument => {
  const values = createPlainValues();
  const take = createTakeEntries(text, values, { judgeOf, read: readDocument });
  const value = values.ofTokens(tokensOf(text, values, take, visitEvery));
  return {
    value,
    longLists: take.longLists,
    faults: values.faults,
    offsetOf: (path) => offsetWithin(path, value, values.offsets),
  };
};

/** The parser's tokens: a document, without the list entries that were taken out of it meanwhile. */
function* tokensOf(
  text: string,
  { faults }: PlainValues,
  take: TakeEntries,
  visitEvery: number,
): Generator<CST.Token> {
  const parser = new Parser();
  let lexemes = 0;
  let isSelfContained = true;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST_NESTING) {
      faults.push({ offset: parser.offset, message: `Nested more than ${DEEPEST_NESTING} levels deep.` });
      return;
    }
    // What an alias stands for may be in an entry that was not taken out, and a directive is for the whole document:
    // from the first of them on, none is.
    if (lexeme.startsWith('&') || (lexeme.startsWith('%') && parser.stack.length === 0))
      isSelfContained = false;
    if (++lexemes % visitEvery === 0 && isSelfContained) take.from(parser.stack);
  }
  yield* parser.end();
}
