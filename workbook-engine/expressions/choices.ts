import type { Choice } from '#contract/workbook-definition.ts';
import type { ChoiceLists } from './types.ts';
import { parseNumber } from './value.ts';

type ChoiceIndex = { byValue: ReadonlyMap<string, Choice>; areNumbers: boolean };

/** Cached: every instance of a repeat can use the same list of up to 5,000 choices. */
const cachedIndexes = new WeakMap<readonly Choice[], ChoiceIndex>();

const indexChoices = (choices: readonly Choice[]): ChoiceIndex => {
  const cached = cachedIndexes.get(choices);
  if (cached) return cached;
  const byValue = new Map<string, Choice>();
  for (const choice of choices) if (!byValue.has(choice.value)) byValue.set(choice.value, choice);
  const index = { byValue, areNumbers: choices.every(({ value }) => parseNumber(value) !== undefined) };
  cachedIndexes.set(choices, index);
  return index;
};

/** Returns the choice from the first list that contains the value. */
export const findChoice = (lists: ChoiceLists, value: string): Choice | undefined => {
  for (const list of lists) {
    const choice = indexChoices(list).byValue.get(value);
    if (choice) return choice;
  }
  return undefined;
};

export const areNumbers = (lists: ChoiceLists | undefined): boolean =>
  lists?.every((list) => indexChoices(list).areNumbers) ?? false;
