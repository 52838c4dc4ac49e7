import { type Sentence, sentence } from '#i18n/sentence.ts';
import { CLASSES, CONTROLS, not, type Test } from './pattern-characters.ts';
import { ExpressionError } from './syntax.ts';

/** A state reads one character, branches, or requires the start or the end of the text. */
export type State =
  | ({ kind: 'read'; next: number } & Reader)
  | { kind: 'split'; next: number; other: number }
  | { kind: 'start' | 'end'; next: number }
  | { kind: 'done' };

/** Tests a character. `steps` is the additional cost of a set, which tests each of its members. */
type Reader = { test: Test; steps: number };

/**
 * Adds the states of a part of a pattern before the state `next`, and returns its first state. Each function except `EMPTY` adds at
 * least one state, so building takes no longer than the limit of states allows, however often parts are repeated.
 */
type Build = (next: number) => number;
const EMPTY: Build = (next) => next;

const MAX_TIMES = 1_000;
const MAX_LEVELS = 50;

/** Reads a pattern by its grammar: alternatives of sequences of pieces, each perhaps repeated. */
export const parsePattern = (pattern: string, at: number, add: (state: State) => number): Build => {
  const characters = [...pattern];
  let place = 0;
  let level = 0;
  const reject = (reason: Sentence): never => {
    throw new ExpressionError(at, sentence`The pattern is invalid at character ${place + 1}: ${reason}`);
  };
  const take = (wanted: string): boolean => {
    if (characters[place] !== wanted) return false;
    place++;
    return true;
  };

  const readAlternatives = (): Build => {
    if (++level > MAX_LEVELS) reject(sentence`groups are nested too deeply.`);
    const ways = [readSequence()];
    while (take('|')) ways.push(readSequence());
    level--;
    if (ways.length === 1) return ways[0]!;
    // A loop, because a pattern may have more alternatives than calls can be nested.
    return (next) =>
      ways.reduceRight(
        (other: number | undefined, way) =>
          other === undefined ? way(next) : add({ kind: 'split', next: way(next), other }),
        undefined,
      )!;
  };

  const readSequence = (): Build => {
    const pieces: Build[] = [];
    while (place < characters.length && characters[place] !== '|' && characters[place] !== ')') {
      const piece = readRepeated(readPiece());
      if (piece !== EMPTY) pieces.push(piece);
    }
    if (pieces.length === 0) return EMPTY;
    return (next) => pieces.reduceRight((following, piece) => piece(following), next);
  };

  const readRepeated = (piece: Build): Build => {
    const times = readTimes();
    if (!times) return piece;
    // Lazy and possessive repetitions make no difference when the whole text must match.
    if (!take('?')) take('+');
    return piece === EMPTY || times.max === 0 ? EMPTY : repeated(piece, times);
  };

  const repeated =
    (piece: Build, { min, max }: Times): Build =>
    (next) => {
      let following = next;
      if (max === Number.POSITIVE_INFINITY) {
        // The piece leads back to the loop, so `next` is set after the piece has been built.
        const loop = { kind: 'split' as const, next: 0, other: next };
        following = add(loop);
        loop.next = piece(following);
      } else {
        for (let time = min; time < max; time++) {
          following = add({ kind: 'split', next: piece(following), other: next });
        }
      }
      for (let time = 0; time < min; time++) following = piece(following);
      return following;
    };

  const readTimes = (): Times | undefined => {
    if (take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (take('?')) return { min: 0, max: 1 };
    const written = /^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/.exec(characters.slice(place, place + 24).join(''));
    if (!written) return undefined;
    place += written[0].length;
    const min = Number(written[1]);
    const max = written[3] === undefined ? (written[2] ? Number.POSITIVE_INFINITY : min) : Number(written[3]);
    if (max < min) reject(sentence`the minimum number of repetitions is greater than the maximum.`);
    if (min > MAX_TIMES || (max !== Number.POSITIVE_INFINITY && max > MAX_TIMES)) {
      reject(sentence`at most ${MAX_TIMES} repetitions are allowed.`);
    }
    return { min, max };
  };

  const readPiece = (): Build => {
    const character = characters[place++]!;
    switch (character) {
      case '^':
        return (next) => add({ kind: 'start', next });
      case '$':
        return (next) => add({ kind: 'end', next });
      case '.':
        return reading(one((given) => given !== '\n'));
      case '(':
        return readGroup();
      case '[':
        return reading(readSet());
      case '\\':
        return reading(one(readEscaped()));
      case '*':
      case '+':
      case '?':
        place--;
        return reject(sentence`there is nothing before ${character} to repeat.`);
      default:
        return reading(one((given) => given === character));
    }
  };

  const reading =
    (reader: Reader): Build =>
    (next) =>
      add({ kind: 'read', ...reader, next });

  const readGroup = (): Build => {
    if (take('?') && !take(':')) {
      return reject(sentence`lookaround and named groups are not supported; (?:…) is.`);
    }
    const inside = readAlternatives();
    if (!take(')')) reject(sentence`a group is not closed.`);
    return inside;
  };

  const readEscaped = (): Test => {
    const character = characters[place++];
    if (character === undefined) return reject(sentence`nothing follows the backslash.`);
    if (/^[1-9]$/.test(character)) return reject(sentence`backreferences are not supported.`);
    if (character === 'p') return readProperty();
    if (character === 'P') return not(readProperty());
    const letter = CONTROLS[character] ?? character;
    const test = CLASSES[character];
    if (test) return test;
    if (letter === character && /^[A-Za-z0]$/.test(character)) {
      return reject(
        sentence`\\${character} is not supported; \\d, \\w, \\s, \\p{L} and their opposites are.`,
      );
    }
    return (given) => given === letter;
  };

  /** `{L}`: letters of any alphabet, and other properties that Unicode gives to characters. */
  const readProperty = (): Test => {
    const [braced, name] =
      /^\{(\w{1,40}(?:=\w{1,40})?)\}/.exec(characters.slice(place, place + 90).join('')) ?? [];
    if (braced === undefined)
      return reject(sentence`a property in braces is expected, such as \\p{L} for letters.`);
    place += braced.length;
    try {
      const property = new RegExp(`^\\p{${name}}$`, 'u');
      return (given) => property.test(given);
    } catch {
      return reject(sentence`Unicode has no property ${name!}.`);
    }
  };

  const readSet = (): Reader => {
    const isOpposite = take('^');
    const tests: Test[] = [];
    for (let isFirst = true; isFirst || characters[place] !== ']'; isFirst = false) {
      if (place >= characters.length) reject(sentence`a set is not closed.`);
      tests.push(readMember());
    }
    place++;
    const isIn: Test = (given) => tests.some((test) => test(given));
    return { test: isOpposite ? not(isIn) : isIn, steps: tests.length - 1 };
  };

  const readMember = (): Test => {
    const first = characters[place++]!;
    if (first === '\\') return readEscaped();
    const last = characters[place] === '-' ? characters[place + 1] : undefined;
    if (last === undefined || last === ']') return (given) => given === first;
    if (last === '\\') return reject(sentence`a range must end with a plain character.`);
    place += 2;
    const [from, to] = [first.codePointAt(0)!, last.codePointAt(0)!];
    if (from > to) reject(sentence`the range ${first}-${last} is in reverse order.`);
    return (given) => given.codePointAt(0)! >= from && given.codePointAt(0)! <= to;
  };

  const whole = readAlternatives();
  if (place < characters.length) reject(sentence`no group is open here.`);
  return whole;
};

type Times = { min: number; max: number };

const one = (test: Test): Reader => ({ test, steps: 0 });
