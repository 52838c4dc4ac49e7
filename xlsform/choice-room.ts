import { limits } from '#contract/limits.ts';
import type { Choice } from '#contract/workbook-definition.ts';

/**
 * How many choices a definition has room for: in a form many questions share a list, in a workbook each has its own, and
 * a workbook is sent and kept as JSON of a limited size.
 */
export type ChoiceRoom = {
  /** Whether there is room for these choices once more; then it is taken. */
  takes(choices: readonly Choice[]): boolean;
};

/** Of what a body may have, the part that is for choices; the rest is for the fields themselves. */
const PART = 0.8;

export const createChoiceRoom = (): ChoiceRoom => {
  const sizes = new Map<readonly Choice[], { values: number; characters: number }>();
  let values = limits.jsonValues * PART;
  let characters = limits.body * PART;
  return {
    takes: (choices) => {
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
