import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Caller, SERVER } from './caller.ts';
import { createFairQueue, type FairQueueLimits, type Limit, type Release } from './fair-queue.ts';

const noPlace = (limit: Limit, isLate: boolean) => Object.assign(new Error('no place'), { limit, isLate });

const queueOf = (limits: Partial<Pick<FairQueueLimits, 'slots' | 'waiting' | 'maxWaitMs'>>) =>
  createFairQueue({
    slots: { user: 2, tenant: 3, server: 4 },
    waiting: { user: 100, tenant: 100, server: 100 },
    maxWaitMs: 60_000,
    createError: noPlace,
    ...limits,
  });

const of = (tenant: number | string, user: number): Caller => ({ tenant, user });

test('the slots of a user, of a tenant and of the server are limited', async () => {
  const queue = queueOf({});
  await queue.acquire(of(1, 1));
  await queue.acquire(of(1, 1));
  assert.equal(queue.blockedBy(of(1, 1)), 'user');
  await queue.acquire(of(1, 2));
  assert.equal(queue.blockedBy(of(1, 3)), 'tenant');
  await queue.acquire(of(2, 1));
  assert.equal(queue.blockedBy(of(3, 1)), 'server');
  assert.deepEqual(queue.load(), { held: 4, waiting: 0 });
});

test('the next slot goes to the tenant and user with the fewest, then to those served longest ago', async () => {
  const queue = queueOf({ slots: { user: 1, tenant: 1, server: 1 } });
  const order: string[] = [];
  const ask = async (name: string, caller: Caller) => {
    const leave = await queue.acquire(caller);
    order.push(name);
    leave();
  };
  const first = await queue.acquire(of(1, 1));
  const asked = [
    ...['a', 'b', 'c'].map((name) => ask(`hostile ${name}`, of(1, 1))),
    ask('colleague', of(1, 2)),
    ask('other tenant', of(2, 1)),
  ];
  first();
  await Promise.all(asked);
  assert.deepEqual(order, ['other tenant', 'colleague', 'hostile a', 'hostile b', 'hostile c']);
});

test('a user with a full queue is rejected immediately while others can still wait', async () => {
  const queue = queueOf({
    slots: { user: 1, tenant: 1, server: 1 },
    waiting: { user: 2, tenant: 3, server: 100 },
  });
  const leave = await queue.acquire(of(1, 1));
  const waiting = [queue.acquire(of(1, 1)), queue.acquire(of(1, 1))];
  await assert.rejects(async () => queue.acquire(of(1, 1)), { limit: 'user', isLate: false });
  const colleague = queue.acquire(of(1, 2));
  // The tenant's queue is full: another colleague replaces the newest request of the user with the most requests in it.
  const dropped = assert.rejects(async () => waiting[1], { limit: 'user' });
  const another = queue.acquire(of(1, 3));
  await dropped;
  await assert.rejects(async () => queue.acquire(of(1, 4)), { limit: 'tenant' });
  assert.deepEqual(queue.rejected, { user: 2, tenant: 1, server: 0 });
  leave();
  for (const each of [colleague, another, waiting[0]!]) (await each)();
});

test('a caller who waits too long or leaves takes no slot', async () => {
  const queue = queueOf({ slots: { user: 1, tenant: 1, server: 1 }, maxWaitMs: 1 });
  const leave = await queue.acquire(of(1, 1));
  await assert.rejects(async () => queue.acquire(of(1, 1)), { limit: 'user', isLate: true });
  await assert.rejects(async () => queue.acquire(of(2, 1)), { limit: 'server', isLate: true });
  const leaving = new AbortController();
  const waited = queue.acquire(of(1, 1), leaving.signal);
  leaving.abort(new Error('gone'));
  await assert.rejects(async () => waited, /gone/);
  await assert.rejects(async () => queue.acquire(of(1, 1), leaving.signal), /gone/);
  leave();
  leave();
  assert.deepEqual(queue.load(), { held: 0, waiting: 0 });
  (await queue.acquire(of(1, 1)))();
});

test("the server's own work waits without a limit, and takes turns like a tenant", async () => {
  const queue = queueOf({ waiting: { user: 1, tenant: 1, server: 1 } });
  const leaves = await Promise.all(Array.from({ length: 4 }, () => queue.acquire(SERVER)));
  const more = Array.from({ length: 5 }, () => queue.acquire(SERVER));
  for (const leave of leaves) leave();
  for (const each of more) (await each)();
});

test('no limit is exceeded and no caller starves, in any order of arrivals and departures', async () => {
  const limits = { user: 2, tenant: 3, server: 4 };
  const caller = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 }));
  const steps = fc.array(fc.oneof(caller, fc.nat({ max: 10 })), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const queue = queueOf({ slots: limits });
      const inside: { caller: Caller; leave: Release }[] = [];
      let asked = 0;
      let entered = 0;
      const settle = () => new Promise(setImmediate);
      const count = (isOne: (caller: Caller) => boolean) =>
        inside.filter((each) => isOne(each.caller)).length;
      for (const step of steps) {
        if (typeof step === 'number') inside.splice(step % Math.max(1, inside.length), 1)[0]?.leave();
        else {
          const each = of(...step);
          asked++;
          void Promise.resolve(queue.acquire(each)).then((leave) => {
            entered++;
            inside.push({ caller: each, leave });
          });
        }
        await settle();
        assert.ok(inside.length <= limits.server);
        for (const { caller } of inside) {
          assert.ok(count(({ tenant }) => tenant === caller.tenant) <= limits.tenant);
          assert.ok(
            count(({ tenant, user }) => tenant === caller.tenant && user === caller.user) <= limits.user,
          );
        }
      }
      while (inside.length > 0) {
        inside.shift()!.leave();
        await settle();
      }
      assert.equal(entered, asked);
      assert.deepEqual(queue.load(), { held: 0, waiting: 0 });
    }),
    { numRuns: 200 },
  );
});
