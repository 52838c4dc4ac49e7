import type { LocalInspection } from './local-data.ts';
import type { Store } from './store.ts';

export const saveFormPosition = async (
  { database }: Store,
  inspectionId: string,
  position: NonNullable<LocalInspection['formPosition']>,
): Promise<void> => void (await database.inspections.update(inspectionId, { formPosition: position }));
