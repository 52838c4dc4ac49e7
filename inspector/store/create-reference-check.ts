import type { LocalInspection } from './local-data.ts';

/** Checks whether answers or comments refer to a picture. IDs are UUIDs, so a text search finds every one. */
export const createReferenceCheck = (
  sets: LocalInspection['sets'] | undefined,
): ((pictureId: string) => boolean) => {
  const json = JSON.stringify(sets) ?? '';
  return (pictureId) => json.includes(pictureId);
};
