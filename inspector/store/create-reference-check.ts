import type { LocalInspection } from './local-data.ts';

/**
 * Returns a function that checks whether an inspection's answers or comments refer to a picture. Picture IDs are UUIDs,
 * so a text search finds every reference.
 */
export const createReferenceCheck = (
  sets: LocalInspection['sets'] | undefined,
): ((pictureId: string) => boolean) => {
  const text = JSON.stringify(sets) ?? '';
  return (pictureId) => text.includes(pictureId);
};
