import type { Location } from '#workbook-engine/answer.ts';
import type { Store } from './store.ts';

/** Single values that the device stores by name. The names must not change. */
type StoredValues = {
  /** Position in the server's change feed up to which this device has read all changes. */
  changeToken: string;
  /** When this device last received everything from the server. */
  syncedAt: string;
  /** The selected view of the task list. */
  taskView: 'day' | 'distance' | 'map';
  /** The last position of this device. */
  here: { location: Location; takenAt: string };
  /** The ids of inspections that were started here, and of those on other devices that they were merged into. */
  adopted: Readonly<Record<string, string>>;
  /** Inspections whose inspector has confirmed the message that others changed the task. */
  understood: readonly string[];
};

export const readStoredValue = async <Name extends keyof StoredValues>(
  { database }: Pick<Store, 'database'>,
  name: Name,
): Promise<StoredValues[Name] | undefined> =>
  (await database.facts.get(name))?.value as StoredValues[Name] | undefined;

export const saveStoredValue = async <Name extends keyof StoredValues>(
  { database }: Pick<Store, 'database'>,
  name: Name,
  value: StoredValues[Name],
): Promise<void> => {
  await database.facts.put({ name, value });
};

export const deleteStoredValue = (
  { database }: Pick<Store, 'database'>,
  name: keyof StoredValues,
): Promise<void> => database.facts.delete(name);
