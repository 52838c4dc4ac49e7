const MINUTE_MS = 60_000;

/** Limits calls per minute: a full minute's quota may be used in one burst, and it refills evenly. */
export type RateLimit<Key> = {
  /** Milliseconds until the next call is allowed; 0 if it is allowed now. */
  waitMs(key: Key): number;
  spend(key: Key): void;
};

/** Stores, for each key that has used some quota, when the quota will be full again. Times are in milliseconds. */
export const createRateLimit = <Key>(perMinute: number, now: () => number): RateLimit<Key> => {
  const interval = MINUTE_MS / perMinute;
  const fullAt = new Map<Key, number>();
  let tidiedAt = now();
  return {
    waitMs: (key) => Math.max((fullAt.get(key) ?? 0) + interval - MINUTE_MS - now(), 0),
    spend: (key) => {
      const at = now();
      if (at - tidiedAt > MINUTE_MS) {
        for (const [each, full] of fullAt) if (full <= at) fullAt.delete(each);
        tidiedAt = at;
      }
      fullAt.set(key, Math.max(fullAt.get(key) ?? 0, at) + interval);
    },
  };
};
