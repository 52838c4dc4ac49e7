import { limits } from '#contract/limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';

/**
 * Reads a JSON body strictly (decisions W11, W12, W15, W16). JSON.parse alone would replace broken UTF-8, round large
 * integers and build whatever it is sent; here a body is measured before it is built, and what PostgreSQL or
 * JavaScript cannot hold is refused by the name of its field. It yields between steps of at most some 40 ms: all of a
 * body of 4 MiB takes 150 ms.
 */
export function* readJson(bytes: Buffer): Generator<undefined, unknown, undefined> {
  refuseExcess(bytes);
  yield;
  const text = decodeUtf8(bytes);
  const escapes = text.includes('\\u');
  const doubtfulNumbers = DOUBTFUL_NUMBER.test(text);
  yield;
  const value = parse(text, doubtfulNumbers);
  yield;
  // Only an escape can bring U+0000 or half a surrogate pair into valid UTF-8, so most bodies are not walked.
  if (escapes || doubtfulNumbers) {
    const faults: FieldProblem[] = [];
    yield* findFaults(value, '', faults);
    if (faults.length > 0) throw invalidRequest(faults);
  }
  return value;
}

/** What a body problem is about when it is about no field (decision W11). */
const INPUT = 'input';
const inputProblem = (message: Sentence) => invalidRequest([{ message, members: [INPUT] }]);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** One pass over the bytes, 4 MiB in about 10 ms: nesting and number of values, before anything is allocated. */
const refuseExcess = (bytes: Buffer) => {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values++;
    else if (OPENING.has(byte)) {
      if (++depth > limits.jsonDepth)
        throw inputProblem(sentence`The body nests deeper than ${limits.jsonDepth} levels.`);
    } else if (CLOSING.has(byte)) depth--;
  }
  if (values > limits.jsonValues) {
    throw inputProblem(sentence`The body holds ${values} values; at most ${limits.jsonValues} are read.`);
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw inputProblem(sentence`The body is not valid UTF-8.`);
  }
};

/** Numbers that may not survive as they are: long ones and those with an exponent. */
const DOUBTFUL_NUMBER = /\d{16}|\d[eE][+-]?\d/;
const INTEGER = /^-?\d+$/;

/** Stands for a number that JavaScript would change, until the field it stands in can be named. */
class LossyNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

const keepLossyNumbers = (_key: string, value: unknown, { source }: { source?: string }) => {
  if (typeof value !== 'number' || source === undefined) return value;
  const lossy = !Number.isFinite(value) || (INTEGER.test(source) && !Number.isSafeInteger(value));
  return lossy ? new LossyNumber(source) : value;
};

const parse = (text: string, keepSources: boolean): unknown => {
  try {
    if (!keepSources) return JSON.parse(text);
    return JSON.parse(text, keepLossyNumbers as (key: string, value: unknown) => unknown);
  } catch (error) {
    throw inputProblem(
      text.trim() === ''
        ? sentence`A JSON body is required.`
        : sentence`The body is not valid JSON: ${(error as Error).message}.`,
    );
  }
};

/** A list or object with more members than these is read in steps. */
const MEMBERS_OF_STEP = 2_000;

function* findFaults(value: unknown, path: string, faults: FieldProblem[]): Generator<undefined, void> {
  if (typeof value !== 'object' || value === null || value instanceof LossyNumber) {
    const why = faultOf(value, path);
    if (why) faults.push({ message: why, members: [path === '' ? INPUT : path] });
    return;
  }
  const isList = Array.isArray(value);
  let members = 0;
  for (const name in value) {
    if (faults.length > limits.violations) return;
    if (!isList && (name.includes('\0') || !name.isWellFormed())) {
      const message = sentence`A field name contains U+0000 or half of a surrogate pair.`;
      faults.push({ message, members: [path === '' ? INPUT : path] });
    }
    const member = (value as Record<string, unknown>)[name];
    const here = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (typeof member === 'object' && member !== null) yield* findFaults(member, here, faults);
    else {
      const why = faultOf(member, here);
      if (why) faults.push({ message: why, members: [here] });
    }
    if (++members % MEMBERS_OF_STEP === 0) yield;
  }
}

const faultOf = (value: unknown, path: string): Sentence | undefined => {
  if (value instanceof LossyNumber) {
    return sentence`The field '${path}' holds the number ${abbreviate(value.source)}, which cannot be kept exactly. Whole numbers go up to 9007199254740991; send a larger one as a string.`;
  }
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0'))
    return sentence`The field '${path}' contains the character U+0000, which cannot be stored.`;
  return value.isWellFormed()
    ? undefined
    : sentence`The field '${path}' contains half of a surrogate pair, which is not text.`;
};

const abbreviate = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
