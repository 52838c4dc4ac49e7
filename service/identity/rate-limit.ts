const MINUTE_MS = 60_000;

/** Limits calls per minute. A burst can use up the whole quota, which refills evenly. */
export type RateLimit<Key> = {
  /** Milliseconds until the next call is allowed; 0 if it is allowed right away. */
  waitMs(key: Key): number;
  spend(key: Key): void;
};

/** Remembers when (in milliseconds) each key's quota will be full again. */
export const createRateLimit = <Key>(perMinute: number, now: () => number): RateLimit<Key> => {
  const interval = MINUTE_MS / perMinute;
  const fullAt = new Map<Key, number>();
  let cleanedAt = now();
  return {
    waitMs: (key) => Math.max((fullAt.get(key) ?? 0) + interval - MINUTE_MS - now(), 0),
    spend: (key) => {
      const time = now();
      if (time - cleanedAt > MINUTE_MS) {
        for (const [otherKey, otherFullAt] of fullAt) if (otherFullAt <= time) fullAt.delete(otherKey);
        cleanedAt = time;
      }
      fullAt.set(key, Math.max(fullAt.get(key) ?? 0, time) + interval);
    },
  };
};
