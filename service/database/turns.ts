/** Gives a place back; once is enough, and more does no harm. */
export type Leave = () => void;
/** Waits for a place of a tenant's; rejects with the signal's reason when it fires first. */
export type TakeTurn = (tenantId: number, until: AbortSignal) => Promise<Leave>;

type Waiting = { tenantId: number; enter: (leave: Leave) => void };

/**
 * Shares a few places between tenants: one of them never holds them all, and whoever holds the fewest is next. So however
 * much one tenant asks, another gets its turn.
 */
export const createTurns = (places: number): TakeTurn => {
  const held = new Map<number, number>();
  const waiting: Waiting[] = [];
  let free = places;

  const heldBy = (tenantId: number) => held.get(tenantId) ?? 0;
  const mayEnter = (tenantId: number) => free > 0 && heldBy(tenantId) < places - 1;

  const enter = (tenantId: number): Leave => {
    free--;
    held.set(tenantId, heldBy(tenantId) + 1);
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      free++;
      if (heldBy(tenantId) === 1) held.delete(tenantId);
      else held.set(tenantId, heldBy(tenantId) - 1);
      admitNext();
    };
  };

  const admitNext = () => {
    let next: Waiting | undefined;
    for (const each of waiting) {
      if (!mayEnter(each.tenantId)) continue;
      if (!next || heldBy(each.tenantId) < heldBy(next.tenantId)) next = each;
    }
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    next.enter(enter(next.tenantId));
  };

  return (tenantId, until) => {
    if (until.aborted) return Promise.reject(until.reason);
    if (mayEnter(tenantId)) return Promise.resolve(enter(tenantId));
    return new Promise((resolve, reject) => {
      const each: Waiting = {
        tenantId,
        enter: (leave) => {
          until.removeEventListener('abort', giveUp);
          resolve(leave);
        },
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(each), 1);
        reject(until.reason);
      };
      until.addEventListener('abort', giveUp);
      waiting.push(each);
    });
  };
};
