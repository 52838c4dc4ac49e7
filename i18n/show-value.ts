import { type Sentence, sentence, verbatim } from './sentence.ts';

const LONGEST_SHOWN = 60;

/** A value for an error message: short and on one line. */
export const showValue = (value: unknown): Sentence => {
  if (typeof value === 'string') {
    const short = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
    return sentence`"${JSON.stringify(short).slice(1, -1)}"`;
  }
  if (Array.isArray(value))
    return value.length === 1 ? sentence`a list of 1 value` : sentence`a list of ${value.length} values`;
  if (typeof value === 'object' && value !== null) return sentence`an object`;
  return value === undefined ? sentence`nothing` : verbatim(String(value));
};
