import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import type { FieldProblem } from '#service/problem.ts';
import { formatFieldPath } from './field-path.ts';

/** Without the lookbehind, matching would restart at each digit of a short number. */
const LOSSY_NUMBER_CANDIDATE = /(?<!\d)\d{16}|\d[eE][+-]?\d/;
const CANDIDATE_LENGTH = 16;
const INTEGER_PATTERN = /^-?\d+$/;
const NUMBER_PATTERN = /-?\d[\d.eE+-]*/y;
/** Searching this many characters takes about 10 ms. */
const CHARACTERS_PER_STEP = 512 * 1024;

/** The position of a value: its list index, or its property name in JSON notation. */
type Position = { isList: true; index: number } | { isList: false; name: string };

/**
 * Finds numbers in valid JSON that would be rounded (decision W12). JSON.parse can report the source text of each
 * number, but then takes 250 ms for a maximum-size body.
 */
export function* findLossyNumbers(text: string, issues: FieldProblem[]): Generator<undefined, void> {
  if (!(yield* hasCandidate(text))) return;
  const positions: Position[] = [];
  let isName = false;
  let pauseOffset = CHARACTERS_PER_STEP;
  for (let offset = 0; offset < text.length && issues.length <= limits.violations; ) {
    if (offset > pauseOffset) {
      pauseOffset = offset + CHARACTERS_PER_STEP;
      yield;
    }
    const character = text[offset]!;
    const position = positions.at(-1);
    if (character === '"') {
      const end = findStringEnd(text, offset);
      if (isName && position?.isList === false) position.name = text.slice(offset, end);
      isName = false;
      offset = end;
      continue;
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER_PATTERN.lastIndex = offset;
      const [source] = NUMBER_PATTERN.exec(text)!;
      offset += source.length;
      if (isLossy(source)) {
        issues.push(createIssue(source, formatPosition(positions)));
        // The names in the path may total 400,000 characters.
        yield;
      }
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

function* hasCandidate(text: string): Generator<undefined, boolean> {
  for (let start = 0; start < text.length; start += CHARACTERS_PER_STEP) {
    const part = text.slice(start, start + CHARACTERS_PER_STEP + CANDIDATE_LENGTH - 1);
    if (LOSSY_NUMBER_CANDIDATE.test(part)) return true;
    yield;
  }
  return false;
}

/** Returns the index after the closing quotation mark. */
const findStringEnd = (text: string, start: number): number => {
  for (let end = start + 1; ; end++) {
    const character = text[end];
    if (character === '\\') end++;
    else if (character === '"') return end + 1;
  }
};

const isLossy = (source: string): boolean => {
  const value = Number(source);
  return !Number.isFinite(value) || (INTEGER_PATTERN.test(source) && !Number.isSafeInteger(value));
};

const formatPosition = (positions: readonly Position[]): string =>
  formatFieldPath(
    positions.map((position) => (position.isList ? position.index : (JSON.parse(position.name) as string))),
  );

const createIssue = (source: string, path: string): FieldProblem => ({
  message: msg`The field '${path}' contains the number ${abbreviate(source)}, which cannot be stored exactly. The largest whole number is 9007199254740991; send larger ones as strings.`,
  members: [path === '' ? 'input' : path],
});

const abbreviate = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
