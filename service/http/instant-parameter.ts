import { parseInstant } from './instant.ts';
import { instantUnfit } from './request-problems.ts';

/** The instant that a query parameter names, if it is there; refuses one that names none. */
export const parseInstantParameter = (name: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const found = parseInstant(text);
  if (!found) throw instantUnfit(name, text);
  return found;
};
