import type { Comments } from './comments.ts';

/** What a reviewer wrote and has not sent. */
export type UnsentReview = {
  /** The completion that it is about. */
  completion: number;
  comments: Comments;
  general: string;
};

type Whose = { userId: number; inspectionId: string };

/** Others may sit before the same browser: each finds their own. */
const placeOf = ({ userId, inspectionId }: Whose) => `ronda.review.${userId}.${inspectionId}`;

/** Keeps it on this device until it is sent or discarded; a browser without room for it does without. */
export const keepReview = (whose: Whose, review: UnsentReview): void => {
  const comments = Object.fromEntries(
    Object.entries(review.comments).filter(([, text]) => text.trim() !== ''),
  );
  const isEmpty = review.general.trim() === '' && Object.keys(comments).length === 0;
  try {
    if (isEmpty) localStorage.removeItem(placeOf(whose));
    else localStorage.setItem(placeOf(whose), JSON.stringify({ ...review, comments }));
  } catch {
    // Storage is full or not allowed: then the draft lasts as long as the page.
  }
};

export const readKeptReview = (whose: Whose): UnsentReview | undefined => {
  try {
    return parseReview(JSON.parse(localStorage.getItem(placeOf(whose)) ?? ''));
  } catch {
    return undefined;
  }
};

const restored = new EventTarget();

/** Brings back what was discarded, beside what was written since. Where the inspection is open, it shows. */
export const restoreReview = (whose: Whose, { comments, general, completion }: UnsentReview): void => {
  const now = readKeptReview(whose);
  keepReview(whose, {
    completion: now?.completion ?? completion,
    comments: { ...comments, ...now?.comments },
    general: now?.general || general,
  });
  restored.dispatchEvent(new Event(placeOf(whose)));
};

/** Hears what the same reviewer writes in another tab, and what is brought back. Returns how to stop. */
export const followKeptReview = (
  whose: Whose,
  onChange: (kept: UnsentReview | undefined) => void,
): (() => void) => {
  const listen = ({ key }: StorageEvent) => {
    if (key === placeOf(whose)) onChange(readKeptReview(whose));
  };
  const bring = () => onChange(readKeptReview(whose));
  window.addEventListener('storage', listen);
  restored.addEventListener(placeOf(whose), bring);
  return () => {
    window.removeEventListener('storage', listen);
    restored.removeEventListener(placeOf(whose), bring);
  };
};

/** What was kept may come from another version of this page. */
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
