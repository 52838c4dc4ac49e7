import { tooManyRequests } from './admission-problems.ts';
import { type Caller, SERVER_CALLER } from './caller.ts';

export type Limit = 'user' | 'tenant' | 'server';

/** The maximum number of requests holding a slot, and waiting for one. */
export type FairQueueLimits = Readonly<{
  slots: Readonly<Record<Limit, number>>;
  waiting: Readonly<Record<Limit, number>>;
  maxWaitMs: number;
  /** Creates the error for a rejected caller. `hasTimedOut` is false if the queue was full. */
  createError?: (limit: Limit, hasTimedOut: boolean) => Error;
}>;

/** Releases the slot. Repeated calls have no effect. */
export type Release = (() => void) & Disposable;

export type FairQueue = {
  /** Resolves once the caller holds a slot. If `signal` is aborted first, rejects with its reason. */
  acquire(caller: Caller, signal?: AbortSignal): Release | Promise<Release>;
  /** Returns the limit that currently blocks the caller, if any. */
  findBlockingLimit(caller: Caller): Limit | undefined;
  getLoad(): { held: number; waiting: number };
  /** How many requests were rejected, by the limit their caller had hit. */
  rejected: Readonly<Record<Limit, number>>;
};

type Waiter = { admit: (release: Release) => void; reject: (limit: Limit, hasTimedOut: boolean) => void };
/** A lower `lastServed` means that the last slot was granted longer ago. */
type User = { held: number; lastServed: number; waiting: Waiter[] };
type Tenant = { held: number; lastServed: number; waiting: number; users: Map<Caller['user'], User> };

/**
 * Shares slots fairly between tenants and between a tenant's users. The next slot goes to the tenant, and within it to
 * the user, with the fewest slots in use. Ties go to the one served longest ago.
 */
export const createFairQueue = ({
  slots,
  waiting,
  maxWaitMs,
  createError = (limit) => tooManyRequests(limit),
}: FairQueueLimits): FairQueue => {
  const tenants = new Map<Caller['tenant'], Tenant>();
  const rejected = { user: 0, tenant: 0, server: 0 };
  let held = 0;
  let totalWaiting = 0;
  let servedCount = 0;

  const admit = (caller: Caller): Release => {
    const tenant = tenants.getOrInsertComputed(caller.tenant, createTenant);
    const user = tenant.users.getOrInsertComputed(caller.user, createUser);
    held++;
    tenant.held++;
    user.held++;
    user.lastServed = ++servedCount;
    tenant.lastServed = servedCount;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      held--;
      tenant.held--;
      user.held--;
      deleteIfIdle(caller);
      if (totalWaiting > 0) admitNext();
    };
    return Object.assign(release, { [Symbol.dispose]: release });
  };

  const deleteIfIdle = ({ tenant: tenantKey, user: userKey }: Caller) => {
    const tenant = tenants.get(tenantKey);
    const user = tenant?.users.get(userKey);
    if (user && user.held === 0 && user.waiting.length === 0) tenant!.users.delete(userKey);
    if (tenant?.users.size === 0) tenants.delete(tenantKey);
  };

  const findBlockingLimit = (caller: Caller): Limit | undefined => {
    const tenant = tenants.get(caller.tenant);
    if (tenant && caller.tenant !== SERVER_CALLER.tenant) {
      if ((tenant.users.get(caller.user)?.held ?? 0) >= slots.user) return 'user';
      if (tenant.held >= slots.tenant) return 'tenant';
    }
    return held >= slots.server ? 'server' : undefined;
  };

  const admitNext = () => {
    if (held >= slots.server) return;
    let next: { key: Caller; tenant: Tenant; user: User } | undefined;
    for (const [tenantKey, tenant] of tenants) {
      if (tenant.waiting === 0) continue;
      const isServer = tenantKey === SERVER_CALLER.tenant;
      if (!isServer && tenant.held >= slots.tenant) continue;
      if (next && !isBefore(tenant, next.tenant)) continue;
      let first: { key: Caller; user: User } | undefined;
      for (const [userKey, user] of tenant.users) {
        if (user.waiting.length === 0 || (!isServer && user.held >= slots.user)) continue;
        if (!first || isBefore(user, first.user)) first = { key: { tenant: tenantKey, user: userKey }, user };
      }
      if (first) next = { ...first, tenant };
    }
    if (!next) return;
    const { key, user } = next;
    user.waiting[0]!.admit(admit(key));
  };

  /** Returns the limit that keeps the caller from queueing. May drop another caller's request to make room. */
  const findFullQueue = (caller: Caller): Limit | undefined => {
    if (caller.tenant === SERVER_CALLER.tenant) return undefined;
    const tenant = tenants.get(caller.tenant);
    const userWaiting = tenant?.users.get(caller.user)?.waiting.length ?? 0;
    if (userWaiting >= waiting.user) return 'user';
    if (tenant && tenant.waiting >= waiting.tenant && !dropNewest([tenant], userWaiting)) return 'tenant';
    if (totalWaiting < waiting.server || dropNewest(tenants.values(), userWaiting)) return undefined;
    return 'server';
  };

  /** Drops the newest request of the user with the most waiting requests, unless the caller would then have as many. */
  const dropNewest = (candidates: Iterable<Tenant>, userWaiting: number): boolean => {
    let longest: User | undefined;
    for (const tenant of candidates) {
      if (tenant === tenants.get(SERVER_CALLER.tenant)) continue;
      for (const user of tenant.users.values())
        if (!longest || user.waiting.length > longest.waiting.length) longest = user;
    }
    if (!longest || longest.waiting.length <= userWaiting + 1) return false;
    longest.waiting.at(-1)!.reject('user', false);
    return true;
  };

  const wait = (caller: Caller, signal: AbortSignal | undefined): Promise<Release> =>
    new Promise((resolve, reject) => {
      const tenant = tenants.getOrInsertComputed(caller.tenant, createTenant);
      const user = tenant.users.getOrInsertComputed(caller.user, createUser);
      const stopWaiting = () => {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', onAbort);
        user.waiting.splice(user.waiting.indexOf(waiter), 1);
        tenant.waiting--;
        totalWaiting--;
      };
      const waiter: Waiter = {
        admit: (release) => {
          stopWaiting();
          resolve(release);
        },
        reject: (limit, hasTimedOut) => {
          stopWaiting();
          deleteIfIdle(caller);
          rejected[limit]++;
          reject(createError(limit, hasTimedOut));
        },
      };
      const onAbort = () => {
        stopWaiting();
        deleteIfIdle(caller);
        reject(signal!.reason);
      };
      const timeout = setTimeout(() => waiter.reject(findBlockingLimit(caller) ?? 'server', true), maxWaitMs);
      signal?.addEventListener('abort', onAbort);
      user.waiting.push(waiter);
      tenant.waiting++;
      totalWaiting++;
    });

  return {
    acquire: (caller, signal) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (findBlockingLimit(caller) === undefined) return admit(caller);
      const limit = findFullQueue(caller);
      if (limit === undefined) return wait(caller, signal);
      rejected[limit]++;
      return Promise.reject(createError(limit, false));
    },
    findBlockingLimit,
    getLoad: () => ({ held, waiting: totalWaiting }),
    rejected,
  };
};

const isBefore = (a: Tenant | User, b: Tenant | User) =>
  a.held === b.held ? a.lastServed < b.lastServed : a.held < b.held;

const createTenant = (): Tenant => ({ held: 0, lastServed: 0, waiting: 0, users: new Map() });
const createUser = (): User => ({ held: 0, lastServed: 0, waiting: [] });
