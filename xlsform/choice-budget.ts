import { limits } from '#contract/limits.ts';
import type { Choice } from '#contract/workbook-definition.ts';

/** In a form, questions can share a list of choices, but in a workbook, each question has its own copy. */
export type ChoiceBudget = {
  /** Returns false if a question's choices do not fit. */
  reserve(choices: readonly Choice[]): boolean;
};

/** The share of the maximum request body reserved for choices. The fields need the rest. */
const CHOICE_SHARE = 0.8;

export const createChoiceBudget = (): ChoiceBudget => {
  const sizes = new Map<readonly Choice[], { values: number; characters: number }>();
  let remainingValues = limits.jsonValues * CHOICE_SHARE;
  let remainingCharacters = limits.body * CHOICE_SHARE;
  return {
    reserve: (choices) => {
      const size = sizes.get(choices) ?? {
        values: countValues(choices),
        characters: JSON.stringify(choices).length,
      };
      sizes.set(choices, size);
      if (size.values > remainingValues || size.characters > remainingCharacters) return false;
      remainingValues -= size.values;
      remainingCharacters -= size.characters;
      return true;
    },
  };
};

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, child) => sum + countValues(child), 1)
    : 1;
