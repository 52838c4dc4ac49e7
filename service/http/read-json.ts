import { randomInt } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import { type Message, msg } from '#i18n/message.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';
import { formatFieldPath } from './field-path.ts';
import { findLossyNumbers } from './lossy-numbers.ts';

/**
 * Measures a body before parsing it, and rejects values that PostgreSQL or JavaScript cannot represent (decisions W11,
 * W12, W15, W16). Yields between steps. JSON.parse is a single step, which takes up to 30 ms for 4 MiB.
 */
export function* readJson(bytes: Buffer): Generator<undefined, unknown, undefined> {
  rejectExcessiveBody(bytes);
  yield;
  const text = decodeUtf8(bytes);
  yield;
  const value = parse(text);
  yield;
  const issues: FieldProblem[] = [];
  yield* findLossyNumbers(text, issues);
  // In valid UTF-8, only an escape can produce U+0000 or a lone surrogate, so most bodies need no traversal.
  if (text.includes('\\u')) yield* findInvalidStrings(value, { steps: [], valueCount: 0, issues });
  if (issues.length > 0) throw invalidRequest(issues);
  return value;
}

/** The field name in errors about the entire body (decision W11). */
const INPUT = 'input';
const inputProblem = (message: Message) => invalidRequest([{ message, members: [INPUT] }]);

/** FNV-1a starts from a random value so that clients cannot construct colliding names. */
const HASH_START = randomInt(2 ** 32);
const HASH_PRIME = 0x01000193;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Hashes may collide, so slightly more sequences than allowed may be accepted. */
const MAX_HASHES = 2 ** 20;

/** Below the maximum, the table has more than twice as many slots as the body can have names. */
const createHashTable = (bytes: number) =>
  new Uint8Array(Math.min(MAX_HASHES, 2 ** Math.ceil(Math.log2(bytes))));

/** Counts nesting levels, values, and distinct sequences of field names. Takes about 15 ms for 4 MiB. */
const rejectExcessiveBody = (bytes: Buffer) => {
  let depth = 0;
  let values = 1;
  let containers = 0;
  let isInString = false;
  let stringStart = 0;
  let stringEnd = 0;
  let hash = 0;
  let sequences = 0;
  // A shorter body has too few values to reach the limit.
  const seenSequences =
    bytes.length ** 2 > limits.jsonValuesTimesSequences ? createHashTable(bytes.length) : undefined;
  /** For each depth, the hash of the current object's names so far. */
  const sequenceHashes = new Int32Array(limits.jsonDepth + 1);
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (isInString) {
      if (byte === QUOTE) {
        isInString = false;
        stringEnd = index;
      } else {
        hash = Math.imul(hash ^ byte, HASH_PRIME);
        if (byte === BACKSLASH) hash = Math.imul(hash ^ bytes[++index]!, HASH_PRIME);
      }
    } else if (byte === QUOTE) {
      isInString = true;
      stringStart = index;
      hash = HASH_START;
    } else if (byte === COMMA) values++;
    else if (byte === COLON) {
      if (stringEnd - stringStart > limits.jsonName)
        throw inputProblem(msg`The body contains a field name with more than ${limits.jsonName} characters.`);
      if (!seenSequences) continue;
      hash = Math.imul(sequenceHashes[depth]! ^ hash, HASH_PRIME);
      sequenceHashes[depth] = hash;
      const bucket = (hash ^ (hash >>> 15)) & (seenSequences.length - 1);
      sequences += 1 - seenSequences[bucket]!;
      seenSequences[bucket] = 1;
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      containers++;
      if (++depth > limits.jsonDepth)
        throw inputProblem(msg`The body has more than ${limits.jsonDepth} levels of nesting.`);
      sequenceHashes[depth] = HASH_START;
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--;
  }
  // Arrays and objects with a single value have no commas, so they are counted separately.
  const valueCount = Math.max(values, containers);
  if (valueCount > limits.jsonValues) {
    throw inputProblem(
      msg`The body contains ${valueCount} values; at most ${limits.jsonValues} are allowed.`,
    );
  }
  if (valueCount * sequences > limits.jsonValuesTimesSequences) {
    throw inputProblem(
      msg`The objects in the body list their fields in ${sequences} different orders; for ${valueCount} values at most ${Math.floor(limits.jsonValuesTimesSequences / valueCount)} are allowed. Send the fields of similar objects in the same order, or send less data in one body.`,
    );
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw inputProblem(msg`The body is not valid UTF-8.`);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw inputProblem(
      text.trim() === ''
        ? msg`A JSON body is required.`
        : msg`The body is not valid JSON: ${(error as Error).message}.`,
    );
  }
};

const VALUES_PER_STEP = 2_000;

/** `steps` is the path to the current value, and `valueCount` is the number of values before it. */
type Traversal = { steps: (string | number)[]; valueCount: number; issues: FieldProblem[] };

function* findInvalidStrings(value: unknown, traversal: Traversal): Generator<undefined, void> {
  const { steps, issues } = traversal;
  const addIssue = (message: Message) => issues.push({ message, members: [formatFieldPath(steps) || INPUT] });
  if (typeof value !== 'object' || value === null) {
    const reason = findStringIssue(value, steps);
    if (reason) addIssue(reason);
    return;
  }
  const isList = Array.isArray(value);
  for (const name in value) {
    if (issues.length > limits.violations) return;
    if (!isList && (name.includes('\0') || !name.isWellFormed())) {
      addIssue(msg`A field name contains U+0000 or half of a surrogate pair.`);
    }
    const child = (value as Record<string, unknown>)[name];
    steps.push(isList ? Number(name) : name);
    if (typeof child === 'object' && child !== null) yield* findInvalidStrings(child, traversal);
    else {
      const reason = findStringIssue(child, steps);
      if (reason) addIssue(reason);
    }
    steps.pop();
    if (++traversal.valueCount % VALUES_PER_STEP === 0) yield;
  }
}

const findStringIssue = (value: unknown, steps: readonly (string | number)[]): Message | undefined => {
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0'))
    return msg`The field '${formatFieldPath(steps)}' contains the character U+0000, which cannot be stored.`;
  return value.isWellFormed()
    ? undefined
    : msg`The field '${formatFieldPath(steps)}' contains half of a surrogate pair, which is not text.`;
};
