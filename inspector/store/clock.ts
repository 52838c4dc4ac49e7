/** Smaller differences are ignored, because requests take time, and the server sends its time in whole seconds. */
const TOLERANCE_MS = 60_000;

/**
 * Creates a clock that provides the server's time even while the device is offline, for the times of answers and
 * for the list of today's tasks. `offset` is how far the server's clock was ahead of this device's clock at the
 * last contact, in milliseconds. `onChange` stores a new offset.
 */
export const createClock = (
  { offset, onChange }: { offset: number; onChange(offset: number): void },
  deviceNow: () => number = Date.now,
) => {
  let currentOffset = offset;
  return {
    /** Returns the time in milliseconds since 1970. */
    now: () => deviceNow() + currentOffset,
    /** Adjusts the clock to the server's time, in milliseconds since 1970. */
    update: (serverTime: number) => {
      const difference = serverTime - deviceNow();
      if (Math.abs(difference - currentOffset) <= TOLERANCE_MS) return;
      currentOffset = Math.abs(difference) <= TOLERANCE_MS ? 0 : difference;
      onChange(currentOffset);
    },
  };
};
