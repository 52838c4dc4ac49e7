import type { Location } from '#workbook-engine/answer.ts';
import type { Store } from './store.ts';

/** Single values that the device stores by name. Renaming one requires a conversion (convert-version-1.ts). */
type StoredValues = {
  /** The position in the server's change feed up to which this device has read all changes. */
  changeToken: string;
  /** When this device last received everything from the server. */
  syncedAt: string;
  taskView: 'day' | 'distance' | 'map';
  lastPosition: { location: Location; takenAt: string };
  /** For each inspection that was merged into one from another device: its ID, and the ID of the other inspection. */
  mergedInto: Readonly<Record<string, string>>;
  /** The IDs of inspections for which the inspector has dismissed the message that others changed the task. */
  dismissedTaskChanges: readonly string[];
};

export const readStoredValue = async <Name extends keyof StoredValues>(
  { database }: Pick<Store, 'database'>,
  name: Name,
): Promise<StoredValues[Name] | undefined> =>
  (await database.values.get(name))?.value as StoredValues[Name] | undefined;

export const saveStoredValue = async <Name extends keyof StoredValues>(
  { database }: Pick<Store, 'database'>,
  name: Name,
  value: StoredValues[Name],
): Promise<void> => {
  await database.values.put({ name, value });
};

export const deleteStoredValue = (
  { database }: Pick<Store, 'database'>,
  name: keyof StoredValues,
): Promise<void> => database.values.delete(name);
