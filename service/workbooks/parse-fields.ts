import { nextTurn } from '#service/http/run-in-slices.ts';

/** Characters of a definition that takes less than 2 ms to parse. */
const SHORT = 100_000;

/**
 * Parses the fields of a definition from the JSON of a statement. A definition of 4 MiB takes 50 to 80 ms, so each gets a turn of the event
 * loop of its own; parsed by the driver, those of several requests would follow each other without a pause.
 */
export const parseFields = async <Fields>(json: string): Promise<Fields> => {
  if (json.length > SHORT) await nextTurn();
  return JSON.parse(json) as Fields;
};
