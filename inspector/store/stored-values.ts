import type { Location } from '#workbook-engine/answer.ts';
import type { Store } from './store.ts';

/** Single values stored by name on the device. Renaming one requires a conversion (convert-version-1.ts). */
type StoredValues = {
  /** This device's position in the server's change feed. */
  changeToken: string;
  /** When this device last received everything from the server. */
  syncedAt: string;
  taskView: 'day' | 'distance' | 'map';
  lastPosition: { location: Location; takenAt: string };
  /** Maps IDs of merged inspections to the inspection from another device that they were merged into. */
  mergedInto: Readonly<Record<string, string>>;
  /** The IDs of inspections whose "task changed by others" message the inspector has dismissed. */
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
