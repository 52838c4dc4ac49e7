import { parseInstant } from './instant.ts';
import { invalidInstant } from './request-problems.ts';

/** Parses the instant in a query parameter, if present; throws if it is invalid. */
export const parseInstantParameter = (name: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const found = parseInstant(text);
  if (!found) throw invalidInstant(name, text);
  return found;
};
