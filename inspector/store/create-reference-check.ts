import type { LocalInspection } from './local-data.ts';

/**
 * Returns a function that checks whether the answers or comments of an inspection contain a picture. Picture IDs are
 * UUIDs, so a text search finds every reference.
 */
export const createReferenceCheck = (
  sets: LocalInspection['sets'] | undefined,
): ((pictureId: string) => boolean) => {
  const text = JSON.stringify(sets) ?? '';
  return (pictureId) => text.includes(pictureId);
};
