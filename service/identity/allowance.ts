const MINUTE_MS = 60_000;

/** How much each may do within a minute: that much at once, and then as it comes back, evenly. */
export type Allowance<Who> = {
  /** Milliseconds until this one may; 0 when it may now. */
  waitOf(who: Who): number;
  spend(who: Who): void;
};

/** Remembers of each who spent something when all of it will have come back; nobody whose has. Time in milliseconds. */
export const createAllowance = <Who>(perMinute: number, now: () => number): Allowance<Who> => {
  const each = MINUTE_MS / perMinute;
  const wholeAt = new Map<Who, number>();
  let tidiedAt = now();
  return {
    waitOf: (who) => Math.max((wholeAt.get(who) ?? 0) + each - MINUTE_MS - now(), 0),
    spend: (who) => {
      const at = now();
      if (at - tidiedAt > MINUTE_MS) {
        for (const [one, whole] of wholeAt) if (whole <= at) wholeAt.delete(one);
        tidiedAt = at;
      }
      wholeAt.set(who, Math.max(wholeAt.get(who) ?? 0, at) + each);
    },
  };
};
