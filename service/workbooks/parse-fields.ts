import { yieldToEventLoop } from '#service/http/run-in-slices.ts';

/** Definitions shorter than this take less than 2 ms to parse. */
const MAX_SHORT_LENGTH = 100_000;

/**
 * Parses the fields of a definition. A 4 MiB definition takes 10 to 30 ms, or 60 ms with a garbage collection, so each
 * one is parsed in its own turn of the event loop. The driver would parse those of several requests without a pause.
 * Work on the fields starts in a later turn.
 */
export const parseFields = async <Fields>(json: string): Promise<Fields> => {
  if (json.length <= MAX_SHORT_LENGTH) return JSON.parse(json) as Fields;
  await yieldToEventLoop();
  const fields = JSON.parse(json) as Fields;
  await yieldToEventLoop();
  return fields;
};
