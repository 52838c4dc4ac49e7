import type { KeptInspection } from './kept.ts';
import type { Store } from './store.ts';

/** Remembers where the inspector is, for when the app opens again. */
export const keepPlace = async (
  { database }: Store,
  inspectionId: string,
  place: NonNullable<KeptInspection['place']>,
): Promise<void> => void (await database.inspections.update(inspectionId, { place }));
