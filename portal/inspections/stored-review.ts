import { readStoredJson, storeJson } from '#kit/browser-storage.ts';
import type { Comments } from './comments.ts';

export type UnsentReview = {
  completion: number;
  comments: Comments;
  general: string;
};

type ReviewOwner = { userId: number; inspectionId: string };

/** Keyed by user: several people may share a browser. */
const createStorageKey = ({ userId, inspectionId }: ReviewOwner) => `ronda.review.${userId}.${inspectionId}`;

export const storeReview = (owner: ReviewOwner, review: UnsentReview): void => {
  const comments = Object.fromEntries(
    Object.entries(review.comments).filter(([, text]) => text.trim() !== ''),
  );
  const isEmpty = review.general.trim() === '' && Object.keys(comments).length === 0;
  storeJson('localStorage', createStorageKey(owner), isEmpty ? undefined : { ...review, comments });
};

export const readStoredReview = (owner: ReviewOwner): UnsentReview | undefined =>
  parseReview(readStoredJson('localStorage', createStorageKey(owner)));

const restoreEvents = new EventTarget();

/** Newer comments are not overwritten. */
export const restoreReview = (owner: ReviewOwner, { comments, general, completion }: UnsentReview): void => {
  const storedReview = readStoredReview(owner);
  storeReview(owner, {
    completion: storedReview?.completion ?? completion,
    comments: { ...comments, ...storedReview?.comments },
    general: storedReview?.general || general,
  });
  restoreEvents.dispatchEvent(new Event(createStorageKey(owner)));
};

/** Calls `onChange` when a review is restored, and when the same reviewer changes it in another tab. */
export const watchStoredReview = (
  owner: ReviewOwner,
  onChange: (review: UnsentReview | undefined) => void,
): (() => void) => {
  const key = createStorageKey(owner);
  const controller = new AbortController();
  const { signal } = controller;
  const notify = () => onChange(readStoredReview(owner));
  window.addEventListener('storage', (event) => event.key === key && notify(), { signal });
  restoreEvents.addEventListener(key, notify, { signal });
  return () => controller.abort();
};

/** The review may have been stored by another version of the portal. */
const parseReview = (value: unknown): UnsentReview | undefined => {
  const { completion, comments, general } = (value ?? {}) as Record<string, unknown>;
  return typeof completion === 'number' && typeof comments === 'object' && comments !== null
    ? {
        completion,
        comments: Object.fromEntries(
          Object.entries(comments).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
        general: typeof general === 'string' ? general : '',
      }
    : undefined;
};
