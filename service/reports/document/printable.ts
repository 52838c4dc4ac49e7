import type { Node } from './report-node.ts';

/** Whether the fonts of reports have a character, given by its code point. */
export type CanShow = (codePoint: number) => boolean;

const REPLACEMENT = '\uFFFD';
/** More empty lines than one say nothing, and thousands fill pages. */
const EMPTY_LINES = /\n[ \n]*\n/g;
/**
 * Control characters, and those that only tell how others are to be shown: joiners, marks of direction, hyphens that
 * may be. Direction is not turned around in a report, and must not be by somebody else.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/**
 * A word as long as this is none. Finding where to break one of 32,768 characters takes pdfmake 40 seconds; with
 * permission to break it here and there 0.1.
 */
const LONG_WORD = /\S{200}(?=\S{200})/gu;
const MAY_BREAK = '\u200B';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A text as it can be shown, and whether all of it can be. */
export const printable = (text: string, canShow: CanShow): { text: string; isWhole: boolean } => {
  const plain = text
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\t/g, ' ');
  const isWhole = isShown(plain, canShow);
  // What is one sign to a reader, such as a flag of two letters, is replaced by one.
  const signs = Array.from(isWhole ? [] : graphemes.segment(plain), ({ segment }) =>
    isShown(segment, canShow) ? segment : REPLACEMENT,
  );
  const shown = (isWhole ? plain : signs.join(''))
    .replace(INVISIBLE, (character) => (character === '\n' ? character : ''))
    .replace(EMPTY_LINES, '\n\n')
    .replace(/^\n+|\n+$/g, '')
    .replace(LONG_WORD, `$&${MAY_BREAK}`);
  return { text: shown, isWhole };
};

const isShown = (text: string, canShow: CanShow): boolean => {
  for (const character of text) {
    if (!canShow(character.codePointAt(0)!) && character.search(INVISIBLE) < 0) return false;
  }
  return true;
};

/** How far a description could be made printable: whether all of it is shown, and how many words it has. */
export type Printed = { isWhole: boolean; words: number };

/** Makes every text in a description printable, whatever brought it there. */
export const makePrintable = (nodes: readonly Node[], canShow: CanShow): Printed => {
  const printed: Printed = { isWhole: true, words: 0 };
  const clean = (text: string): string => {
    const shown = printable(text, canShow);
    printed.isWhole &&= shown.isWhole;
    printed.words += shown.text.match(WORD)?.length ?? 0;
    return shown.text;
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
  return printed;
};

/** What a line may be broken before or after; a mark counts as one. */
const WORD = /[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu;
