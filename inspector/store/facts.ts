import type { Location } from '#workbook-engine/answer.ts';
import type { Store } from './store.ts';

/** Single things that the device remembers. */
type Facts = {
  /** Up to where the changes of the server are known. */
  changeToken: string;
  /** When the server was last heard, and everything it had was taken over. */
  syncedAt: string;
  /** How the reader wants to see their tasks. */
  taskView: 'day' | 'distance' | 'map';
  /** Where this device was when its person last asked. */
  here: { location: Location; takenAt: string };
  /** Inspections that were begun here and belong to one that was begun elsewhere: own ids, and the ids of those. */
  adopted: Readonly<Record<string, string>>;
  /** Inspections whose person has read what became of their task meanwhile. */
  understood: readonly string[];
};

export const readFact = async <Name extends keyof Facts>(
  { database }: Pick<Store, 'database'>,
  name: Name,
): Promise<Facts[Name] | undefined> => (await database.facts.get(name))?.value as Facts[Name] | undefined;

export const keepFact = async <Name extends keyof Facts>(
  { database }: Pick<Store, 'database'>,
  name: Name,
  value: Facts[Name],
): Promise<void> => {
  await database.facts.put({ name, value });
};

export const forgetFact = ({ database }: Pick<Store, 'database'>, name: keyof Facts): Promise<void> =>
  database.facts.delete(name);
