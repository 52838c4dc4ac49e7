/** A clock that differs by less than this is right: requests take time, and the server sends its time in seconds. */
const TOLERANCE_MS = 60_000;

/** The server's time, also without a network: used for answers and for the tasks of today. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Learns what time it is on the server, in milliseconds since 1970. */
  learn(serverTime: number): void;
};

/**
 * `offset`: by how many milliseconds the server was ahead of this device at the last contact. `onLearned` stores a new
 * offset.
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
