import { type Sentence, sentence, verbatim } from './sentence.ts';

const MAX_LENGTH = 60;

/** Describes a value for an error message, briefly and on a single line. */
export const describeValue = (value: unknown): Sentence => {
  if (typeof value === 'string') {
    const shortened = value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
    return sentence`"${JSON.stringify(shortened).slice(1, -1)}"`;
  }
  if (Array.isArray(value))
    return value.length === 1 ? sentence`a list of 1 value` : sentence`a list of ${value.length} values`;
  if (typeof value === 'object' && value !== null) return sentence`an object`;
  return value === undefined ? sentence`nothing` : verbatim(String(value));
};
