import { type Message, msg } from '#i18n/message.ts';
import { CLASSES, CONTROLS, not, type Test } from './pattern-characters.ts';
import { ExpressionError } from './syntax.ts';

export type State =
  | ({ kind: 'read'; next: number } & CharacterTest)
  | { kind: 'split'; next: number; other: number }
  | { kind: 'start' | 'end'; next: number }
  | { kind: 'done' };

/** `cost` is the additional cost of a set, whose members are tested one by one. */
type CharacterTest = { test: Test; cost: number };

/**
 * Adds the states for a part of a pattern, continuing with state `next`, and returns the first one. Every function
 * except `EMPTY` adds at least one state, so the state limit also bounds the build time.
 */
type Build = (next: number) => number;
const EMPTY: Build = (next) => next;

const MAX_REPETITIONS = 1_000;
const MAX_LEVELS = 50;

/** A pattern consists of alternatives, which are sequences of atoms, such as characters, sets and groups. */
export const parsePattern = (pattern: string, position: number, add: (state: State) => number): Build => {
  const characters = [...pattern];
  let index = 0;
  let level = 0;
  const reject = (reason: Message): never => {
    throw new ExpressionError(position, msg`The pattern is invalid at character ${index + 1}: ${reason}`);
  };
  const take = (expected: string): boolean => {
    if (characters[index] !== expected) return false;
    index++;
    return true;
  };

  const parseAlternatives = (): Build => {
    if (++level > MAX_LEVELS) reject(msg`groups are nested too deeply.`);
    const alternatives = [parseSequence()];
    while (take('|')) alternatives.push(parseSequence());
    level--;
    if (alternatives.length === 1) return alternatives[0]!;
    // Does not recurse, because a pattern may have more alternatives than fit on the call stack.
    return (next) =>
      alternatives.reduceRight(
        (other: number | undefined, build) =>
          other === undefined ? build(next) : add({ kind: 'split', next: build(next), other }),
        undefined,
      )!;
  };

  const parseSequence = (): Build => {
    const parts: Build[] = [];
    while (index < characters.length && characters[index] !== '|' && characters[index] !== ')') {
      const part = applyRepetition(parseAtom());
      if (part !== EMPTY) parts.push(part);
    }
    if (parts.length === 0) return EMPTY;
    return (next) => parts.reduceRight((following, part) => part(following), next);
  };

  const applyRepetition = (atom: Build): Build => {
    const repetition = parseRepetition();
    if (!repetition) return atom;
    // Lazy and possessive repetition make no difference: the entire text must match.
    if (!take('?')) take('+');
    return atom === EMPTY || repetition.max === 0 ? EMPTY : repeat(atom, repetition);
  };

  const repeat =
    (atom: Build, { min, max }: Repetition): Build =>
    (next) => {
      let following = next;
      if (max === Number.POSITIVE_INFINITY) {
        // The atom leads back to the loop, so the loop's `next` is set once the atom is built.
        const loop = { kind: 'split' as const, next: 0, other: next };
        following = add(loop);
        loop.next = atom(following);
      } else {
        for (let count = min; count < max; count++) {
          following = add({ kind: 'split', next: atom(following), other: next });
        }
      }
      for (let count = 0; count < min; count++) following = atom(following);
      return following;
    };

  const parseRepetition = (): Repetition | undefined => {
    if (take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (take('?')) return { min: 0, max: 1 };
    const match = /^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/.exec(characters.slice(index, index + 24).join(''));
    if (!match) return undefined;
    index += match[0].length;
    const min = Number(match[1]);
    const max = match[3] === undefined ? (match[2] ? Number.POSITIVE_INFINITY : min) : Number(match[3]);
    if (max < min) reject(msg`the minimum number of repetitions is greater than the maximum.`);
    if (min > MAX_REPETITIONS || (max !== Number.POSITIVE_INFINITY && max > MAX_REPETITIONS)) {
      reject(msg`at most ${MAX_REPETITIONS} repetitions are allowed.`);
    }
    return { min, max };
  };

  const parseAtom = (): Build => {
    const character = characters[index++]!;
    switch (character) {
      case '^':
        return (next) => add({ kind: 'start', next });
      case '$':
        return (next) => add({ kind: 'end', next });
      case '.':
        return matchCharacter(withoutExtraCost((input) => input !== '\n'));
      case '(':
        return parseGroup();
      case '[':
        return matchCharacter(parseSet());
      case '\\':
        return matchCharacter(withoutExtraCost(parseEscape()));
      case '*':
      case '+':
      case '?':
        index--;
        return reject(msg`there is nothing before ${character} to repeat.`);
      default:
        return matchCharacter(withoutExtraCost((input) => input === character));
    }
  };

  const matchCharacter =
    (characterTest: CharacterTest): Build =>
    (next) =>
      add({ kind: 'read', ...characterTest, next });

  const parseGroup = (): Build => {
    if (take('?') && !take(':')) {
      return reject(msg`lookaround and named groups are not supported; (?:…) is.`);
    }
    const group = parseAlternatives();
    if (!take(')')) reject(msg`a group is not closed.`);
    return group;
  };

  const parseEscape = (): Test => {
    const character = characters[index++];
    if (character === undefined) return reject(msg`nothing follows the backslash.`);
    if (/^[1-9]$/.test(character)) return reject(msg`backreferences are not supported.`);
    if (character === 'p') return parseProperty();
    if (character === 'P') return not(parseProperty());
    const letter = CONTROLS[character] ?? character;
    const test = CLASSES[character];
    if (test) return test;
    if (letter === character && /^[A-Za-z0]$/.test(character)) {
      return reject(msg`\\${character} is not supported; \\d, \\w, \\s, \\p{L} and their opposites are.`);
    }
    return (input) => input === letter;
  };

  /** Parses a Unicode property such as `{L}`. */
  const parseProperty = (): Test => {
    const [braced, name] =
      /^\{(\w{1,40}(?:=\w{1,40})?)\}/.exec(characters.slice(index, index + 90).join('')) ?? [];
    if (braced === undefined)
      return reject(msg`a property in braces is expected, such as \\p{L} for letters.`);
    index += braced.length;
    try {
      const property = new RegExp(`^\\p{${name}}$`, 'u');
      return (input) => property.test(input);
    } catch {
      return reject(msg`Unicode has no property ${name!}.`);
    }
  };

  const parseSet = (): CharacterTest => {
    const isNegated = take('^');
    const tests: Test[] = [];
    for (let isFirst = true; isFirst || characters[index] !== ']'; isFirst = false) {
      if (index >= characters.length) reject(msg`a set is not closed.`);
      tests.push(parseMember());
    }
    index++;
    const isMember: Test = (input) => tests.some((test) => test(input));
    return { test: isNegated ? not(isMember) : isMember, cost: tests.length - 1 };
  };

  const parseMember = (): Test => {
    const first = characters[index++]!;
    if (first === '\\') return parseEscape();
    const last = characters[index] === '-' ? characters[index + 1] : undefined;
    if (last === undefined || last === ']') return (input) => input === first;
    if (last === '\\') return reject(msg`a range must end with a plain character.`);
    index += 2;
    const [from, to] = [first.codePointAt(0)!, last.codePointAt(0)!];
    if (from > to) reject(msg`the range ${first}-${last} is in reverse order.`);
    return (input) => input.codePointAt(0)! >= from && input.codePointAt(0)! <= to;
  };

  const build = parseAlternatives();
  if (index < characters.length) reject(msg`no group is open here.`);
  return build;
};

type Repetition = { min: number; max: number };

const withoutExtraCost = (test: Test): CharacterTest => ({ test, cost: 0 });
