import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { throttleReloads } from './throttle-reloads.ts';

const STEP_MS = 100;

const start = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const controller = new AbortController();
  let reloads = 0;
  let pending = Promise.withResolvers<void>();
  pending.resolve();
  const reload = () => {
    reloads += 1;
    return pending.promise;
  };
  const onUpdate = throttleReloads(reload, page, controller.signal);
  return {
    onUpdate,
    stop: () => controller.abort(),
    show: (visibilityState: string) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** Returns the number of reloads within the given number of milliseconds. */
    countReloads: async (ms: number) => {
      reloads = 0;
      for (let passed = 0; passed <= ms; passed += STEP_MS) {
        t.mock.timers.tick(passed < ms ? STEP_MS : 0);
        await setImmediate();
      }
      return reloads;
    },
    /** From now on, each reload lasts until the returned function is called. */
    slowDown: () => {
      pending = Promise.withResolvers();
      return pending.resolve;
    },
  };
};

test('one update reloads the page quickly, many updates are throttled, and the last update always reloads it', async (t) => {
  const { onUpdate, countReloads: reloadsIn } = start(t);
  onUpdate();
  assert.equal(await reloadsIn(500), 1);
  let duringUpdates = 0;
  for (let step = 0; step < 100; step += 1) {
    onUpdate();
    duringUpdates += await reloadsIn(100);
  }
  assert.equal(duringUpdates, 2, 'in ten seconds');
  assert.equal(await reloadsIn(10_000), 1, 'for the last update');
  assert.equal(await reloadsIn(60_000), 0);
});

test('a hidden page does not reload, and reloads once when it is shown after an update', async (t) => {
  const { onUpdate, show, countReloads: reloadsIn } = start(t);
  show('hidden');
  show('visible');
  assert.equal(await reloadsIn(60_000), 0, 'nothing changed');
  onUpdate();
  show('hidden');
  assert.equal(await reloadsIn(60_000), 0, 'hidden before the reload started');
  onUpdate();
  onUpdate();
  assert.equal(await reloadsIn(60_000), 0);
  show('visible');
  assert.equal(await reloadsIn(60_000), 1);
});

test('a page that the user has left does not reload', async (t) => {
  const { onUpdate, stop, show, countReloads: reloadsIn } = start(t);
  onUpdate();
  stop();
  onUpdate();
  show('visible');
  assert.equal(await reloadsIn(60_000), 0);
});

test('the next reload waits for a slow one to end, but no longer than 30 seconds', async (t) => {
  const { onUpdate, countReloads: reloadsIn, slowDown } = start(t);
  const end = slowDown();
  onUpdate();
  assert.equal(await reloadsIn(500), 1);
  onUpdate();
  assert.equal(await reloadsIn(10_000), 0, 'another reload would discard the response');
  end();
  await reloadsIn(0);
  slowDown();
  assert.equal(await reloadsIn(4_000), 1);
  onUpdate();
  assert.equal(await reloadsIn(25_000), 0);
  assert.equal(await reloadsIn(6_000), 1);
});
