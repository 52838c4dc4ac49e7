/** Smaller differences are ignored because requests take time and the server sends its time in whole seconds. */
const TOLERANCE_MS = 60_000;

/**
 * Provides the server's time, even while offline, for answers and today's tasks. `offset` is how far the
 * server was ahead of this device at the last contact, in milliseconds. `onChange` stores a new offset.
 */
export const createClock = (
  { offset, onChange }: { offset: number; onChange(offset: number): void },
  deviceNow: () => number = Date.now,
) => {
  let current = offset;
  return {
    /** Milliseconds since 1970. */
    now: () => deviceNow() + current,
    /** Adjusts the clock to the server's time, in milliseconds since 1970. */
    update: (serverTime: number) => {
      const difference = serverTime - deviceNow();
      if (Math.abs(difference - current) <= TOLERANCE_MS) return;
      current = Math.abs(difference) <= TOLERANCE_MS ? 0 : difference;
      onChange(current);
    },
  };
};
