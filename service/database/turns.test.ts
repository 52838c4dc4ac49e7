import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTurns, type Leave } from './turns.ts';

const forever = new AbortController().signal;

test('one tenant never holds all places', async () => {
  const take = createTurns(3);
  const [first] = [await take(1, forever), await take(1, forever)];
  let hasThird = false;
  const third = take(1, forever).then(() => {
    hasThird = true;
  });
  await take(2, forever);
  assert.equal(hasThird, false);
  first();
  await third;
});

test('who holds the fewest is next, and among equals who came first', async () => {
  const take = createTurns(3);
  const leaves = [await take(1, forever), await take(1, forever), await take(2, forever)];
  const order: string[] = [];
  const ask = (tenantId: number, name: string) => take(tenantId, forever).then(() => order.push(name));
  const asked = [ask(1, 'one again'), ask(2, 'two again'), ask(3, 'three')];
  for (const leave of leaves) leave();
  await Promise.all(asked);
  assert.deepEqual(order, ['three', 'one again', 'two again']);
});

test('who stops waiting is told why, and takes no place', async () => {
  const take = createTurns(2);
  const leave = await take(1, forever);
  const leaving = new AbortController();
  const waited = take(1, leaving.signal);
  leaving.abort(new Error('too long'));
  await assert.rejects(waited, /too long/);
  await assert.rejects(take(2, leaving.signal), /too long/);
  leave();
  leave();
  await Promise.all([take(1, forever), take(2, forever)]);
});

test('however they come and go, there are never too many, and nobody is forgotten', async () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('leave' as const)), {
    maxLength: 100,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const take = createTurns(3);
      const inside: { tenantId: number; leave: Leave }[] = [];
      let asked = 0;
      let entered = 0;
      const settle = () => new Promise(setImmediate);
      for (const step of steps) {
        if (step === 'leave') inside.shift()?.leave();
        else {
          asked++;
          void take(step, forever).then((leave) => {
            entered++;
            inside.push({ tenantId: step, leave });
          });
        }
        await settle();
        assert.ok(inside.length <= 3);
        for (const { tenantId } of inside)
          assert.ok(inside.filter((each) => each.tenantId === tenantId).length <= 2);
      }
      while (inside.length > 0) {
        inside.shift()!.leave();
        await settle();
      }
      assert.equal(entered, asked);
    }),
    { numRuns: 300 },
  );
});
