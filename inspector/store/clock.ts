/** Ignores smaller differences: requests take time, and the server sends whole seconds. */
const TOLERANCE_MS = 60_000;

/** Provides the server's time while offline. `offset` is how far the server's clock is ahead, in milliseconds. */
export const createClock = (
  { offset, onChange }: { offset: number; onChange(offset: number): void },
  deviceNow: () => number = Date.now,
) => {
  let currentOffset = offset;
  return {
    now: () => deviceNow() + currentOffset,
    update: (serverTime: number) => {
      const difference = serverTime - deviceNow();
      if (Math.abs(difference - currentOffset) <= TOLERANCE_MS) return;
      currentOffset = Math.abs(difference) <= TOLERANCE_MS ? 0 : difference;
      onChange(currentOffset);
    },
  };
};
