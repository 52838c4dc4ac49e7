import { nextTurn } from '#service/http/run-in-slices.ts';

/** Shorter definitions take less than 2 ms to parse. */
const MAX_SHORT_LENGTH = 100_000;

/**
 * Parses the fields of a definition. A definition of 4 MiB takes 50 to 80 ms, so each is parsed in its own turn of the event
 * loop. The driver would parse those of several requests without a pause.
 */
export const parseFields = async <Fields>(json: string): Promise<Fields> => {
  if (json.length > MAX_SHORT_LENGTH) await nextTurn();
  return JSON.parse(json) as Fields;
};
