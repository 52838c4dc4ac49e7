import type { LocalInspection } from './local-data.ts';
import type { Store } from './store.ts';

/** Stores the current question, for when the app opens again. */
export const savePlace = async (
  { database }: Store,
  inspectionId: string,
  place: NonNullable<LocalInspection['place']>,
): Promise<void> => void (await database.inspections.update(inspectionId, { place }));
