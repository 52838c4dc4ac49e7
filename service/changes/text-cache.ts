/** Renaming a user records no change, so a cached entry may show the old name for this long. */
const TTL_MS = 60_000;
/** In characters: about 20,000 entries, or as many as a process formats in 0.3 s. */
const MAX_TOTAL_LENGTH = 16 * 1024 * 1024;
/** An entry with a thousand items can be 1.5 MB. */
const MAX_LENGTH = 16 * 1024;

/** Caches the JSON of feed entries. */
export type TextCache = {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
};

export const createTextCache = (now: () => number): TextCache => {
  const cache = new Map<string, { text: string; expiresAt: number }>();
  let totalLength = 0;
  const remove = (key: string) => {
    const entry = cache.get(key);
    if (!entry) return;
    totalLength -= key.length + entry.text.length;
    cache.delete(key);
  };
  return {
    get: (key) => {
      const entry = cache.get(key);
      return entry && entry.expiresAt > now() ? entry.text : undefined;
    },
    set: (key, text) => {
      remove(key);
      if (text.length > MAX_LENGTH) return;
      cache.set(key, { text, expiresAt: now() + TTL_MS });
      totalLength += key.length + text.length;
      // The oldest entry expires first.
      while (totalLength > MAX_TOTAL_LENGTH) remove(cache.keys().next().value!);
    },
  };
};
