/** Up to this a clock is right: requests take time, and the server tells its time in seconds. */
const TOLERANCE_MS = 60_000;

/** The time as the server has it, also without a network: answers and the tasks of today go by it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Learns what time it is on the server, in milliseconds since 1970. */
  learn(serverTime: number): void;
};

/**
 * `offset`: by how many milliseconds the server was ahead of this device when it was last heard. `onLearned` stores
 * another one.
 */
export const createClock = (
  { offset, onLearned }: { offset: number; onLearned(offset: number): void },
  deviceNow: () => number = Date.now,
): Clock => {
  let learned = offset;
  return {
    now: () => deviceNow() + learned,
    learn: (serverTime) => {
      const difference = serverTime - deviceNow();
      if (Math.abs(difference - learned) <= TOLERANCE_MS) return;
      learned = Math.abs(difference) <= TOLERANCE_MS ? 0 : difference;
      onLearned(learned);
    },
  };
};
