import { msg } from '#i18n/message.ts';
import type { Budget } from './budget.ts';
import { parsePattern, type State } from './parse-pattern.ts';
import { ExpressionError } from './syntax.ts';

/*
 * JavaScript matches regular expressions by backtracking, which can take exponential time: '(a+)+b' takes a billion
 * steps for thirty letters. Here, a pattern becomes a nondeterministic automaton that follows all alternatives in
 * parallel, and visits each state at most once per character (Thompson 1968). Patterns with backreferences or
 * lookaround, which require backtracking, are rejected.
 */

/** Rules out patterns such as `((a{99}){99}){99}`. */
const MAX_STATES = 5_000;
/** The states of all patterns in a workbook take up about 20 MB. */
const MAX_TOTAL_STATES = 100_000;

/** Returns whether the whole text matches. */
export type Matcher = (text: string, budget: Pick<Budget, 'spend'>) => boolean;

export type Patterns = {
  /** `position` is the pattern's position in the expression. */
  compile(pattern: string, position: number): Matcher;
  stateCount(): number;
};

export const createPatterns = (): Patterns => {
  const compiled = new Map<string, Matcher>();
  let states = 0;
  return {
    compile: (pattern, position) => {
      const cached = compiled.get(pattern);
      if (cached) return cached;
      const { matches, stateCount } = compilePattern(pattern, position);
      states += stateCount;
      if (states > MAX_TOTAL_STATES) {
        throw new ExpressionError(position, msg`The workbook's patterns have too many repetitions in total.`);
      }
      compiled.set(pattern, matches);
      return matches;
    },
    stateCount: () => states,
  };
};

const compilePattern = (pattern: string, position: number): { matches: Matcher; stateCount: number } => {
  const states: State[] = [{ kind: 'done' }];
  const add = (state: State): number => {
    if (states.length === MAX_STATES)
      throw new ExpressionError(position, msg`The pattern has too many repetitions.`);
    return states.push(state) - 1;
  };
  const start = parsePattern(pattern, position, add)(0);
  return {
    matches: (text, budget) => isMatch(states, start, text, budget),
    stateCount: states.length,
  };
};

const isMatch = (
  states: readonly State[],
  start: number,
  text: string,
  budget: Pick<Budget, 'spend'>,
): boolean => {
  let active = new Set<number>();
  /** Adds a state and all states reachable from it without reading a character. */
  const activate = (first: number, position: number, activeStates: Set<number>) => {
    const stack = [first];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (activeStates.has(index)) continue;
      activeStates.add(index);
      const state = states[index]!;
      if (state.kind === 'split') stack.push(state.next, state.other);
      else if (state.kind === 'start' && position === 0) stack.push(state.next);
      else if (state.kind === 'end' && position === text.length) stack.push(state.next);
    }
  };
  activate(start, 0, active);
  // Matching an empty string takes time too, and may happen thousands of times.
  budget.spend(2 * active.size);
  let position = 0;
  // Does not split the text into characters up front: often the very first one fails to match.
  for (const character of text) {
    position += character.length;
    const next = new Set<number>();
    for (const index of active) {
      const state = states[index]!;
      if (state.kind !== 'read') continue;
      budget.spend(state.cost);
      if (state.test(character)) activate(state.next, position, next);
    }
    if (next.size === 0) return false;
    active = next;
    budget.spend(2 * active.size);
  }
  return active.has(0);
};
