const MINUTE_MS = 60_000;

/** Limits calls per minute. A burst can use up the entire quota, which refills evenly. */
export type RateLimit<Key> = {
  /** Returns the milliseconds until the next call is allowed, or 0 if it is allowed now. */
  computeWaitMs(key: Key): number;
  countCall(key: Key): void;
};

export const createRateLimit = <Key>(perMinute: number, now: () => number): RateLimit<Key> => {
  const interval = MINUTE_MS / perMinute;
  const quotaFullAt = new Map<Key, number>();
  let cleanedAt = now();
  return {
    computeWaitMs: (key) => Math.max((quotaFullAt.get(key) ?? 0) + interval - MINUTE_MS - now(), 0),
    countCall: (key) => {
      const time = now();
      if (time - cleanedAt > MINUTE_MS) {
        for (const [otherKey, otherFullAt] of quotaFullAt)
          if (otherFullAt <= time) quotaFullAt.delete(otherKey);
        cleanedAt = time;
      }
      quotaFullAt.set(key, Math.max(quotaFullAt.get(key) ?? 0, time) + interval);
    },
  };
};
