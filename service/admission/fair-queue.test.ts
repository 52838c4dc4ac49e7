import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Caller, SERVER_CALLER } from './caller.ts';
import { createFairQueue, type FairQueueLimits, type Limit, type Release } from './fair-queue.ts';

const createError = (limit: Limit, hasTimedOut: boolean) =>
  Object.assign(new Error('no slot'), { limit, hasTimedOut });

const createQueue = (limits: Partial<Pick<FairQueueLimits, 'slots' | 'waiting' | 'maxWaitMs'>>) =>
  createFairQueue({
    slots: { user: 2, tenant: 3, server: 4 },
    waiting: { user: 100, tenant: 100, server: 100 },
    maxWaitMs: 60_000,
    createError,
    ...limits,
  });

const user = (tenant: number | string, userId: number): Caller => ({ tenant, user: userId });

test('slots are capped per user, per tenant and for the server as a whole', async () => {
  const queue = createQueue({});
  await queue.acquire(user(1, 1));
  await queue.acquire(user(1, 1));
  assert.equal(queue.findBlockingLimit(user(1, 1)), 'user');
  await queue.acquire(user(1, 2));
  assert.equal(queue.findBlockingLimit(user(1, 3)), 'tenant');
  await queue.acquire(user(2, 1));
  assert.equal(queue.findBlockingLimit(user(3, 1)), 'server');
  assert.deepEqual(queue.getLoad(), { held: 4, waiting: 0 });
});

test('the next slot goes to the tenant with the fewest slots in use, then to its user with the fewest; ties go to the one served longest ago', async () => {
  const queue = createQueue({ slots: { user: 1, tenant: 1, server: 1 } });
  const order: string[] = [];
  const request = async (name: string, caller: Caller) => {
    const release = await queue.acquire(caller);
    order.push(name);
    release();
  };
  const releaseFirst = await queue.acquire(user(1, 1));
  const requests = [
    ...['a', 'b', 'c'].map((name) => request(`hostile ${name}`, user(1, 1))),
    request('colleague', user(1, 2)),
    request('other tenant', user(2, 1)),
  ];
  releaseFirst();
  await Promise.all(requests);
  assert.deepEqual(order, ['other tenant', 'colleague', 'hostile a', 'hostile b', 'hostile c']);
});

test('a request from a user whose queue is full is rejected immediately, while other users can still wait', async () => {
  const queue = createQueue({
    slots: { user: 1, tenant: 1, server: 1 },
    waiting: { user: 2, tenant: 3, server: 100 },
  });
  const release = await queue.acquire(user(1, 1));
  const waiting = [queue.acquire(user(1, 1)), queue.acquire(user(1, 1))];
  await assert.rejects(async () => queue.acquire(user(1, 1)), { limit: 'user', hasTimedOut: false });
  const colleague = queue.acquire(user(1, 2));
  // The tenant's queue is full, so another colleague's request displaces the newest request of the user with
  // the most waiting requests.
  const dropped = assert.rejects(async () => waiting[1], { limit: 'user' });
  const another = queue.acquire(user(1, 3));
  await dropped;
  await assert.rejects(async () => queue.acquire(user(1, 4)), { limit: 'tenant' });
  assert.deepEqual(queue.rejected, { user: 2, tenant: 1, server: 0 });
  release();
  for (const slot of [colleague, another, waiting[0]!]) (await slot)();
});

test('a caller who waits too long, or disconnects, gets no slot', async () => {
  const queue = createQueue({ slots: { user: 1, tenant: 1, server: 1 }, maxWaitMs: 1 });
  const release = await queue.acquire(user(1, 1));
  await assert.rejects(async () => queue.acquire(user(1, 1)), { limit: 'user', hasTimedOut: true });
  await assert.rejects(async () => queue.acquire(user(2, 1)), { limit: 'server', hasTimedOut: true });
  const controller = new AbortController();
  const waiting = queue.acquire(user(1, 1), controller.signal);
  controller.abort(new Error('gone'));
  await assert.rejects(async () => waiting, /gone/);
  await assert.rejects(async () => queue.acquire(user(1, 1), controller.signal), /gone/);
  release();
  release();
  assert.deepEqual(queue.getLoad(), { held: 0, waiting: 0 });
  (await queue.acquire(user(1, 1)))();
});

test("the server's own work has no queue limit, and shares the slots like a tenant", async () => {
  const queue = createQueue({ waiting: { user: 1, tenant: 1, server: 1 } });
  const releases = await Promise.all(Array.from({ length: 4 }, () => queue.acquire(SERVER_CALLER)));
  const waiting = Array.from({ length: 5 }, () => queue.acquire(SERVER_CALLER));
  for (const release of releases) release();
  for (const slot of waiting) (await slot)();
});

test('whatever the order of acquisitions and releases, no limit is exceeded and every caller gets a slot', async () => {
  const limits = { user: 2, tenant: 3, server: 4 };
  const arrival = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 }));
  const steps = fc.array(fc.oneof(arrival, fc.nat({ max: 10 })), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const queue = createQueue({ slots: limits });
      const admitted: { caller: Caller; release: Release }[] = [];
      let requested = 0;
      let acquired = 0;
      const settle = () => new Promise(setImmediate);
      const count = (matches: (caller: Caller) => boolean) =>
        admitted.filter(({ caller }) => matches(caller)).length;
      for (const step of steps) {
        if (typeof step === 'number') admitted.splice(step % Math.max(1, admitted.length), 1)[0]?.release();
        else {
          const caller = user(...step);
          requested++;
          void Promise.resolve(queue.acquire(caller)).then((release) => {
            acquired++;
            admitted.push({ caller, release });
          });
        }
        await settle();
        assert.ok(admitted.length <= limits.server);
        for (const { caller } of admitted) {
          assert.ok(count(({ tenant }) => tenant === caller.tenant) <= limits.tenant);
          assert.ok(
            count(({ tenant, user }) => tenant === caller.tenant && user === caller.user) <= limits.user,
          );
        }
      }
      while (admitted.length > 0) {
        admitted.shift()!.release();
        await settle();
      }
      assert.equal(acquired, requested);
      assert.deepEqual(queue.getLoad(), { held: 0, waiting: 0 });
    }),
    { numRuns: 200 },
  );
});
