import type { Location } from '#workbook-engine/answer.ts';
import type { Store } from './store.ts';

/** Single values that the device stores. */
type Facts = {
  /** Position in the server's change feed up to which this device has read all changes. */
  changeToken: string;
  /** When this device last received everything from the server. */
  syncedAt: string;
  /** The selected view of the task list. */
  taskView: 'day' | 'distance' | 'map';
  /** The last position of this device that its owner asked for. */
  here: { location: Location; takenAt: string };
  /**
   * Inspections that were started here and merged into one that was started on another device: local ids, and the ids
   * of those inspections.
   */
  adopted: Readonly<Record<string, string>>;
  /** Inspections whose task was changed by others, and whose inspector has confirmed the message about it. */
  understood: readonly string[];
};

export const readFact = async <Name extends keyof Facts>(
  { database }: Pick<Store, 'database'>,
  name: Name,
): Promise<Facts[Name] | undefined> => (await database.facts.get(name))?.value as Facts[Name] | undefined;

export const saveFact = async <Name extends keyof Facts>(
  { database }: Pick<Store, 'database'>,
  name: Name,
  value: Facts[Name],
): Promise<void> => {
  await database.facts.put({ name, value });
};

export const deleteFact = ({ database }: Pick<Store, 'database'>, name: keyof Facts): Promise<void> =>
  database.facts.delete(name);
