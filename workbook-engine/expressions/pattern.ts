import { sentence } from '#i18n/sentence.ts';
import type { Budget } from './budget.ts';
import { parsePattern, type State } from './parse-pattern.ts';
import { ExpressionError } from './syntax.ts';

/*
 * Regular expressions with linear running time
 *
 * JavaScript matches regular expressions by backtracking, which can take exponential time: '(a+)+b' takes a billion steps on
 * a text of thirty letters. Here a pattern is compiled to a nondeterministic automaton that follows all alternatives at
 * once: for each character of the text it visits each state at most once (Thompson 1968). Patterns that require
 * backtracking, with backreferences or lookaround, are rejected.
 */

/** States of one pattern, so that `((a{99}){99}){99}` stays small, and of all of a workbook: about 20 MB. */
const MAX_STATES = 5_000;
const MAX_STATES_TOGETHER = 100_000;

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
