import { limits } from '#contract/limits.ts';
import type { Choice } from '#contract/workbook-definition.ts';

/**
 * Limits the size of all choices in a definition: questions of a form can share a list, but in a workbook each has its
 * own, and a workbook is JSON of a limited size.
 */
export type ChoiceBudget = {
  /** Whether these choices fit once more; if so, reserves the space. */
  fits(choices: readonly Choice[]): boolean;
};

/** The part of the maximum request body for choices; the rest is for the fields. */
const PART = 0.8;

export const createChoiceBudget = (): ChoiceBudget => {
  const sizes = new Map<readonly Choice[], { values: number; characters: number }>();
  let values = limits.jsonValues * PART;
  let characters = limits.body * PART;
  return {
    fits: (choices) => {
      const size = sizes.get(choices) ?? {
        values: countValues(choices),
        characters: JSON.stringify(choices).length,
      };
      sizes.set(choices, size);
      if (size.values > values || size.characters > characters) return false;
      values -= size.values;
      characters -= size.characters;
      return true;
    },
  };
};

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + countValues(each), 1)
    : 1;
