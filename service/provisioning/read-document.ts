import { type CST, Lexer, Parser } from 'yaml';
import type { Path } from '#service/shape/issue.ts';
import { createEntryExtractor, type EntryExtractor } from './extract-entries.ts';
import type { FindListCheck, LongList } from './long-list.ts';
import { createPlainValues, findOffsetWithin, type PlainValues } from './plain-values.ts';
import type { TextError } from './text-error.ts';

/*
 * Parses YAML with positions, using little memory. The yaml package provides positions only along with a full syntax
 * tree, which takes 1.1 GB for a file with 100,000 items (16 MB). Instead, this module runs the package's parser lexeme
 * by lexeme and, at intervals, converts finished list entries to plain values. The same file then takes 0.3 GB at its
 * peak, 60 MB at the end, and two thirds of the time. JSON is parsed as a subset of YAML.
 */

type ParsedDocument = {
  value: unknown;
  /** The entries of long lists, keyed by their empty placeholder lists in `value`. */
  longLists: ReadonlyMap<unknown, LongList>;
  /** Syntax errors. If there are any, the value must not be used. */
  issues: TextError[];
  findOffset(path: Path): number;
};

/** About 40 items. At ten times as many, the heap's old generation grows to 300 MB instead of 210 MB. */
const EXTRACTION_INTERVAL = 2_000;
const MAX_DEPTH = 100;

/** Long lists for which `findCheck` returns a function are checked but not stored: `value` has empty lists instead. */
export const readDocument = (
  text: string,
  {
    extractionInterval = EXTRACTION_INTERVAL,
    findCheck = () => undefined,
  }: { extractionInterval?: number; findCheck?: FindListCheck } = {},
): ParsedDocument => {
  const values = createPlainValues();
  const extractor = createEntryExtractor(text, values, { findCheck, read: readDocument });
  const value = values.parseTokens(readTokens(text, values, extractor, extractionInterval));
  return {
    value,
    longLists: extractor.longLists,
    issues: values.issues,
    findOffset: (path) => findOffsetWithin(path, value, values.offsets),
  };
};

function* readTokens(
  text: string,
  { issues }: PlainValues,
  extractor: EntryExtractor,
  extractionInterval: number,
): Generator<CST.Token> {
  const parser = new Parser();
  let lexemeCount = 0;
  let isSelfContained = true;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_DEPTH) {
      issues.push({ offset: parser.offset, message: `Nested more than ${MAX_DEPTH} levels deep.` });
      return;
    }
    // Extraction stops at the first anchor or directive: an alias may refer to an earlier entry, and a directive
    // applies to the whole document.
    if (lexeme.startsWith('&') || (lexeme.startsWith('%') && parser.stack.length === 0))
      isSelfContained = false;
    if (++lexemeCount % extractionInterval === 0 && isSelfContained) extractor.extractFrom(parser.stack);
  }
  yield* parser.end();
}
