import { limits } from '#contract/limits.ts';
import type { Choice } from '#contract/workbook-definition.ts';

/**
 * Limits the total size of the choices, because in a workbook, unlike in a form, each question has its own
 * copy of them.
 */
export type ChoiceBudget = {
  /** Reserves space for a question's choices. Returns false if there is not enough. */
  reserve(choices: readonly Choice[]): boolean;
};

/** The share of the maximum request body that choices may take up. The rest is for the fields. */
const CHOICE_SHARE = 0.8;

export const createChoiceBudget = (): ChoiceBudget => {
  const sizes = new Map<readonly Choice[], { values: number; characters: number }>();
  let values = limits.jsonValues * CHOICE_SHARE;
  let characters = limits.body * CHOICE_SHARE;
  return {
    reserve: (choices) => {
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
    ? Object.values(value).reduce((sum: number, child) => sum + countValues(child), 1)
    : 1;
