import type { Choice } from '#contract/workbook-definition.ts';
import type { ChoiceLists } from './types.ts';
import { readNumber } from './value.ts';

/** Properties of a list of up to 5,000 choices, cached because they are needed often. */
type Facts = { byValue: ReadonlyMap<string, Choice>; areNumbers: boolean };

const facts = new WeakMap<readonly Choice[], Facts>();

const factsOf = (choices: readonly Choice[]): Facts => {
  const known = facts.get(choices);
  if (known) return known;
  const byValue = new Map<string, Choice>();
  for (const choice of choices) if (!byValue.has(choice.value)) byValue.set(choice.value, choice);
  const found = { byValue, areNumbers: choices.every(({ value }) => readNumber(value) !== undefined) };
  facts.set(choices, found);
  return found;
};

/** The choice with a value, of the first list that has one. */
export const findChoice = (lists: ChoiceLists, value: string): Choice | undefined => {
  for (const list of lists) {
    const choice = factsOf(list).byValue.get(value);
    if (choice) return choice;
  }
  return undefined;
};

/** Whether all values are numbers. */
export const areNumbers = (lists: ChoiceLists | undefined): boolean =>
  lists?.every((list) => factsOf(list).areNumbers) ?? false;
