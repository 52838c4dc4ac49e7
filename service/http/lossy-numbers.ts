import { limits } from '#contract/limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import { fieldPath } from './field-path.ts';

/** Matches numbers that may lose precision: long ones and those with an exponent. */
const LOSSY_NUMBER_CANDIDATE = /\d{16}|\d[eE][+-]?\d/;
const INTEGER = /^-?\d+$/;
const NUMBER = /-?\d[\d.eE+-]*/y;
/** Characters after which the search yields: about 10 ms of work. */
const CHARACTERS_PER_STEP = 512 * 1024;

/** The position of a value: its index in a list, or its name in an object in JSON notation. */
type Position = { isList: true; index: number } | { isList: false; name: string };

/**
 * Adds an error for each number that JavaScript cannot represent (decision W12). `text` is valid JSON. JSON.parse can provide
 * the source of each number, but takes 250 ms in one step for the largest body.
 */
export function* findLossyNumbers(text: string, issues: FieldProblem[]): Generator<undefined, void> {
  if (!LOSSY_NUMBER_CANDIDATE.test(text)) return;
  yield;
  const positions: Position[] = [];
  let isName = false;
  let pauseAt = CHARACTERS_PER_STEP;
  for (let offset = 0; offset < text.length && issues.length <= limits.violations; ) {
    if (offset > pauseAt) {
      pauseAt = offset + CHARACTERS_PER_STEP;
      yield;
    }
    const character = text[offset]!;
    const position = positions.at(-1);
    if (character === '"') {
      const end = endOfString(text, offset);
      if (isName && position?.isList === false) position.name = text.slice(offset, end);
      isName = false;
      offset = end;
      continue;
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = offset;
      const [source] = NUMBER.exec(text)!;
      if (isLossy(source)) issues.push(issueOf(source, pathOf(positions)));
      offset += source.length;
      continue;
    }
    if (character === '{') positions.push({ isList: false, name: '' });
    else if (character === '[') positions.push({ isList: true, index: 0 });
    else if (character === '}' || character === ']') positions.pop();
    else if (character === ',' && position?.isList) position.index++;
    if (character === '{' || character === ',') isName = positions.at(-1)?.isList === false;
    offset++;
  }
}

/** The index after the closing quotation mark of the string that starts at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let end = start + 1; ; end++) {
    const character = text[end];
    if (character === '\\') end++;
    else if (character === '"') return end + 1;
  }
};

const isLossy = (source: string): boolean => {
  const value = Number(source);
  return !Number.isFinite(value) || (INTEGER.test(source) && !Number.isSafeInteger(value));
};

const pathOf = (positions: readonly Position[]): string =>
  fieldPath(
    positions.map((position) => (position.isList ? position.index : (JSON.parse(position.name) as string))),
  );

const issueOf = (source: string, path: string): FieldProblem => ({
  message: messageOf(source, path),
  members: [path === '' ? 'input' : path],
});

const messageOf = (source: string, path: string): Sentence =>
  sentence`The field '${path}' contains the number ${abbreviate(source)}, which cannot be stored exactly. The largest whole number is 9007199254740991; send larger ones as strings.`;

const abbreviate = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
