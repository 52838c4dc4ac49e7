import { parseInstant } from './instant.ts';
import { invalidInstant } from './request-problems.ts';

export const parseInstantParameter = (name: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (!instant) throw invalidInstant(name, text);
  return instant;
};
