import type { Node } from './report-node.ts';

/** Returns true if the report fonts contain a code point. */
export type CanShow = (codePoint: number) => boolean;

const REPLACEMENT = '\uFFFD';
/** Collapsed, because thousands of empty lines would fill pages. */
const EMPTY_LINES_PATTERN = /\n[ \n]*\n/g;
/** Includes direction marks, so that users cannot reverse text. */
const INVISIBLE_PATTERN = /[\p{Cc}\p{Cf}\p{Cs}\p{VS}]/gu;
/** Breaking 32,768 letters into lines takes pdfmake 40 s without optional breaks and 0.1 s with them. */
const LONG_WORD_PATTERN = /\S{200}(?=\S{200})/gu;
const OPTIONAL_BREAK = '\u200B';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** `isComplete` is false if the fonts lack any of the characters. */
export const replaceUnprintable = (text: string, canShow: CanShow): { text: string; isComplete: boolean } => {
  const normalisedText = text
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u1680\u205F\u3000]/g, ' ');
  const isComplete = isSupported(normalisedText, canShow);
  // Replace a symbol made of several characters, such as a flag, with a single replacement character.
  const symbols = Array.from(isComplete ? [] : graphemes.segment(normalisedText), ({ segment }) =>
    isSupported(segment, canShow) ? segment : REPLACEMENT,
  );
  const converted = (isComplete ? normalisedText : symbols.join(''))
    .replace(INVISIBLE_PATTERN, (character) => (character === '\n' ? character : ''))
    .replace(EMPTY_LINES_PATTERN, '\n\n')
    .replace(/^\n+|\n+$/g, '')
    .replace(LONG_WORD_PATTERN, `$&${OPTIONAL_BREAK}`);
  return { text: converted, isComplete };
};

const isSupported = (text: string, canShow: CanShow): boolean => {
  for (const character of text) {
    if (!canShow(character.codePointAt(0)!) && character.search(INVISIBLE_PATTERN) < 0) return false;
  }
  return true;
};

export type PrintableResult = { isComplete: boolean; words: number };

/** Modifies the nodes in place. */
export const makePrintable = (nodes: readonly Node[], canShow: CanShow): PrintableResult => {
  const result: PrintableResult = { isComplete: true, words: 0 };
  const clean = (text: string): string => {
    const converted = replaceUnprintable(text, canShow);
    result.isComplete &&= converted.isComplete;
    result.words += converted.text.match(WORD_PATTERN)?.length ?? 0;
    return converted.text;
  };
  const visit = (node: Node) => {
    if ('text' in node) {
      if (typeof node.text === 'string') node.text = clean(node.text);
      else for (const run of node.text) run.text = clean(run.text);
    }
    if ('stack' in node) node.stack.forEach(visit);
    if ('columns' in node) node.columns.forEach(visit);
    if ('table' in node) for (const row of node.table.body) row.forEach(visit);
  };
  nodes.forEach(visit);
  return result;
};

/** A long run of letters counts as several words, because breaking it into lines takes 1.5 µs per letter. */
const WORD_PATTERN = /[\p{L}\p{N}]{1,20}|[^\p{L}\p{N}\s]/gu;
