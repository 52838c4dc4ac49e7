import type { LocalInspection } from './local-data.ts';

/** Returns a function that checks whether answers or comments refer to a picture, by searching for its UUID. */
export const createReferenceCheck = (
  sets: LocalInspection['sets'] | undefined,
): ((pictureId: string) => boolean) => {
  const json = JSON.stringify(sets) ?? '';
  return (pictureId) => json.includes(pictureId);
};
