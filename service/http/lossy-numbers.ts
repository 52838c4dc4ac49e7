import { limits } from '#contract/limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import { fieldPath } from './field-path.ts';

/** Matches numbers that may lose precision: long ones and those with an exponent. */
const LOSSY_NUMBER_CANDIDATE = /\d{16}|\d[eE][+-]?\d/;
const INTEGER = /^-?\d+$/;
const NUMBER = /-?\d[\d.eE+-]*/y;
/** Characters after which the search pauses: about 10 ms of work. */
const CHARACTERS_OF_STEP = 512 * 1024;

/** The position of a value: its index in a list, or its name in an object as written in the JSON text. */
type Place = { isList: true; index: number } | { isList: false; name: string };

/**
 * Adds an error for each number that JavaScript would change (decision W12). It reads the text because the parsed value has lost the
 * digits: JSON.parse can provide the source of each number, but takes 250 ms in one step for the largest body.
 *
 * @param text valid JSON
 */
export function* findLossyNumbers(text: string, issues: FieldProblem[]): Generator<undefined, void> {
  if (!LOSSY_NUMBER_CANDIDATE.test(text)) return;
  yield;
  const places: Place[] = [];
  let isName = false;
  let pauseAt = CHARACTERS_OF_STEP;
  for (let at = 0; at < text.length && issues.length <= limits.violations; ) {
    if (at > pauseAt) {
      pauseAt = at + CHARACTERS_OF_STEP;
      yield;
    }
    const character = text[at]!;
    const place = places.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (isName && place?.isList === false) place.name = text.slice(at, end);
      isName = false;
      at = end;
      continue;
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const [source] = NUMBER.exec(text)!;
      if (isLossy(source)) issues.push(issueOf(source, pathOf(places)));
      at += source.length;
      continue;
    }
    if (character === '{') places.push({ isList: false, name: '' });
    else if (character === '[') places.push({ isList: true, index: 0 });
    else if (character === '}' || character === ']') places.pop();
    else if (character === ',' && place?.isList) place.index++;
    if (character === '{' || character === ',') isName = places.at(-1)?.isList === false;
    at++;
  }
}

/** The index after the closing quotation mark of the string that starts at `at`. */
const endOfString = (text: string, at: number): number => {
  for (let end = at + 1; ; end++) {
    const character = text[end];
    if (character === '\\') end++;
    else if (character === '"') return end + 1;
  }
};

const isLossy = (source: string): boolean => {
  const value = Number(source);
  return !Number.isFinite(value) || (INTEGER.test(source) && !Number.isSafeInteger(value));
};

const pathOf = (places: readonly Place[]): string =>
  fieldPath(places.map((place) => (place.isList ? place.index : (JSON.parse(place.name) as string))));

const issueOf = (source: string, path: string): FieldProblem => ({
  message: messageOf(source, path),
  members: [path === '' ? 'input' : path],
});

const messageOf = (source: string, path: string): Sentence =>
  sentence`The field '${path}' contains the number ${abbreviate(source)}, which cannot be stored exactly. The largest whole number is 9007199254740991; send larger ones as strings.`;

const abbreviate = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
