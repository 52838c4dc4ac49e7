import type { Field } from '#contract/workbook-definition.ts';
import type { Random } from './seeded-random.ts';

const REMARKS = [
  'Nothing out of the ordinary.',
  'Slightly worse than last year.',
  'Vegetation removed on the spot.',
  'A resident asked when the repair is planned.',
  'To be looked at again after the winter.',
];

/** Answers as an inspector might give them: all that are required and most of the others. */
export const demoAnswers = (fields: readonly Field[], today: Date, random: Random): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      if (field.type === 'section') return Object.entries(demoAnswers(field.fields ?? [], today, random));
      const value = field.required || random.chance(0.6) ? answerTo(field, today, random) : undefined;
      return value === undefined ? [] : [[field.name, value]];
    }),
  );

const answerTo = ({ type, min, max, choices = [] }: Field, today: Date, random: Random): unknown => {
  const values = choices.map(({ value }) => value);
  switch (type) {
    case 'text':
    case 'longText':
      return random.pick(REMARKS);
    case 'integer':
      return random.whole(Number(min), Number(max));
    case 'decimal':
      return random.whole(Number(min) * 100, Number(max) * 100) / 100;
    case 'boolean':
      return random.chance(0.8);
    case 'date':
      return today.toISOString().slice(0, 10);
    case 'singleChoice':
      // The first choices are the good ones, and most things are well.
      return values[Math.min(random.whole(0, values.length - 1), random.whole(0, values.length - 1))];
    case 'multiChoice':
      return values.filter(() => random.chance(0.25));
    default:
      return undefined;
  }
};
