import { yieldToEventLoop } from '#service/http/run-in-slices.ts';

/** Shorter definitions parse in less than 2 ms. */
const MAX_SHORT_LENGTH = 100_000;

/**
 * Parsing a 4 MiB definition takes 10 to 30 ms, or 60 ms with a garbage collection, so each gets its own event loop
 * turn. The database driver would parse the definitions of several requests in a single turn.
 */
export const parseFields = async <Fields>(json: string): Promise<Fields> => {
  if (json.length <= MAX_SHORT_LENGTH) return JSON.parse(json) as Fields;
  await yieldToEventLoop();
  const fields = JSON.parse(json) as Fields;
  await yieldToEventLoop();
  return fields;
};
