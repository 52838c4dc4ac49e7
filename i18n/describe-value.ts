import { type Message, msg, verbatim } from './message.ts';

const MAX_LENGTH = 60;

export const describeValue = (value: unknown): Message => {
  if (typeof value === 'string') {
    const shortened = value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
    return msg`"${JSON.stringify(shortened).slice(1, -1)}"`;
  }
  if (Array.isArray(value))
    return value.length === 1 ? msg`a list of 1 value` : msg`a list of ${value.length} values`;
  if (typeof value === 'object' && value !== null) return msg`an object`;
  return value === undefined ? msg`nothing` : verbatim(String(value));
};
