import { SerializedResult } from '#service/identity/operations.ts';

/** Serialises an object with an additional property that is already JSON. */
export const withJson = (object: object, name: string, json: string): string =>
  `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${json}}`;

/** Embeds JSON from PostgreSQL in less than 1 ms: parsing and serialising 4 MiB would take 50 to 70 ms. */
export const serialiseWithFields = <Properties extends { revision: number }>(
  object: Properties,
  fields: string,
): SerializedResult => new SerializedResult(withJson(object, 'fields', fields), object.revision);
