import type { Store } from './store.ts';

/** Single things that the device remembers. */
type Facts = {
  /** Up to where the changes of the server are known. */
  changeToken: string;
  /** When the server was last heard, and everything it had was taken over. */
  syncedAt: string;
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
