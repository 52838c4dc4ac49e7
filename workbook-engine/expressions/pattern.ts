import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Budget } from './budget.ts';
import { CLASSES, CONTROLS, not, type Test } from './pattern-characters.ts';
import { ExpressionError } from './syntax.ts';

/*
 * Regular expressions with linear running time
 *
 * JavaScript matches regular expressions by backtracking, which can take exponential time: '(a+)+b' takes a billion steps on
 * a text of thirty letters. Here a pattern is compiled to a nondeterministic automaton that follows all alternatives at
 * once: for each character of the text it visits each state at most once (Thompson 1968). Patterns that require
 * backtracking, with backreferences or lookaround, are rejected.
 */

/** A state reads one character, branches, or requires the start or the end of the text. */
type State =
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

/** States of one pattern, so that `((a{99}){99}){99}` stays small, and of all of a workbook: about 20 MB. */
const MAX_STATES = 5_000;
const MAX_STATES_TOGETHER = 100_000;
const MAX_TIMES = 1_000;
const MAX_LEVELS = 50;

/** Whether a pattern matches a whole text. Each state reached at each character costs two steps, and a set more. */
export type Matches = (text: string, budget: Pick<Budget, 'spend'>) => boolean;

/** The patterns of one workbook. */
export type Patterns = {
  /** Compiles a pattern that must match a whole text. `at` is the position of its text in the expression. */
  compile(pattern: string, at: number): Matches;
};

export const createPatterns = (): Patterns => {
  const compiled = new Map<string, Matches>();
  let states = 0;
  return {
    compile: (pattern, at) => {
      const known = compiled.get(pattern);
      if (known) return known;
      const made = compilePattern(pattern, at);
      states += made.states;
      if (states > MAX_STATES_TOGETHER) {
        throw new ExpressionError(
          at,
          sentence`The patterns of the workbook have too many repetitions in total.`,
        );
      }
      compiled.set(pattern, made.matches);
      return made.matches;
    },
  };
};

const compilePattern = (pattern: string, at: number): { matches: Matches; states: number } => {
  const states: State[] = [{ kind: 'done' }];
  const add = (state: State): number => {
    if (states.length === MAX_STATES)
      throw new ExpressionError(at, sentence`The pattern has too many repetitions.`);
    return states.push(state) - 1;
  };
  const begin = parsePattern(pattern, at, add)(0);
  return {
    matches: (text, budget) => matchesWhole(states, begin, text, budget),
    states: states.length,
  };
};

const matchesWhole = (
  states: readonly State[],
  begin: number,
  text: string,
  budget: Pick<Budget, 'spend'>,
): boolean => {
  let reached = new Set<number>();
  const reach = (from: number, place: number, into: Set<number>) => {
    const waiting = [from];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (into.has(index)) continue;
      into.add(index);
      const state = states[index]!;
      if (state.kind === 'split') waiting.push(state.next, state.other);
      else if (state.kind === 'start' && place === 0) waiting.push(state.next);
      else if (state.kind === 'end' && place === text.length) waiting.push(state.next);
    }
  };
  reach(begin, 0, reached);
  // Matching an empty text also takes time, and it may happen thousands of times.
  budget.spend(2 * reached.size);
  let place = 0;
  // The text is not split into characters first: often the first one does not match.
  for (const character of text) {
    place += character.length;
    const following = new Set<number>();
    for (const at of reached) {
      const state = states[at]!;
      if (state.kind !== 'read') continue;
      budget.spend(state.steps);
      if (state.test(character)) reach(state.next, place, following);
    }
    if (following.size === 0) return false;
    reached = following;
    budget.spend(2 * reached.size);
  }
  return reached.has(0);
};

/** Reads a pattern by its grammar: alternatives of sequences of pieces, each perhaps repeated. */
const parsePattern = (pattern: string, at: number, add: (state: State) => number): Build => {
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
    return ways.reduceRight((others, way) => (next) => {
      const first = way(next);
      return add({ kind: 'split', next: first, other: others(next) });
    });
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
