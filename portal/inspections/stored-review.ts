import type { Comments } from './comments.ts';

/** The unsent comments of a reviewer. */
export type UnsentReview = {
  /** The completion under review. */
  completion: number;
  comments: Comments;
  general: string;
};

type ReviewOwner = { userId: number; inspectionId: string };

/** Includes the user, because several people can share a browser. */
const storageKeyOf = ({ userId, inspectionId }: ReviewOwner) => `ronda.review.${userId}.${inspectionId}`;

/** Stores the review in this browser until it is sent or discarded. Ignores a full storage. */
export const storeReview = (whose: ReviewOwner, review: UnsentReview): void => {
  const comments = Object.fromEntries(
    Object.entries(review.comments).filter(([, text]) => text.trim() !== ''),
  );
  const isEmpty = review.general.trim() === '' && Object.keys(comments).length === 0;
  try {
    if (isEmpty) localStorage.removeItem(storageKeyOf(whose));
    else localStorage.setItem(storageKeyOf(whose), JSON.stringify({ ...review, comments }));
  } catch {
    // Storage is full or blocked: the review then lasts as long as the page.
  }
};

export const readStoredReview = (whose: ReviewOwner): UnsentReview | undefined => {
  try {
    return parseReview(JSON.parse(localStorage.getItem(storageKeyOf(whose)) ?? ''));
  } catch {
    return undefined;
  }
};

const restored = new EventTarget();

/** Restores a discarded review and merges it with newer comments. An open page of the inspection shows it. */
export const restoreReview = (whose: ReviewOwner, { comments, general, completion }: UnsentReview): void => {
  const now = readStoredReview(whose);
  storeReview(whose, {
    completion: now?.completion ?? completion,
    comments: { ...comments, ...now?.comments },
    general: now?.general || general,
  });
  restored.dispatchEvent(new Event(storageKeyOf(whose)));
};

/** Reports changes by the same reviewer in another tab and restored reviews. Returns a function that stops it. */
export const watchStoredReview = (
  whose: ReviewOwner,
  onChange: (stored: UnsentReview | undefined) => void,
): (() => void) => {
  const listen = ({ key }: StorageEvent) => {
    if (key === storageKeyOf(whose)) onChange(readStoredReview(whose));
  };
  const onRestored = () => onChange(readStoredReview(whose));
  window.addEventListener('storage', listen);
  restored.addEventListener(storageKeyOf(whose), onRestored);
  return () => {
    window.removeEventListener('storage', listen);
    restored.removeEventListener(storageKeyOf(whose), onRestored);
  };
};

/** The stored value may come from another version of the portal. */
const parseReview = ({ completion, comments, general }: Record<string, unknown>): UnsentReview | undefined =>
  typeof completion === 'number' && typeof comments === 'object' && comments !== null
    ? {
        completion,
        comments: Object.fromEntries(
          Object.entries(comments).filter((each): each is [string, string] => typeof each[1] === 'string'),
        ),
        general: typeof general === 'string' ? general : '',
      }
    : undefined;
