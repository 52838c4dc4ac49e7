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
  let pendingReload = Promise.withResolvers<void>();
  pendingReload.resolve();
  const reload = () => {
    reloads += 1;
    return pendingReload.promise;
  };
  const onUpdate = throttleReloads(reload, page, controller.signal);
  return {
    onUpdate,
    stop: () => controller.abort(),
    setVisibility: (visibilityState: string) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** Returns the number of reloads within the given number of milliseconds. */
    countReloads: async (ms: number) => {
      reloads = 0;
      for (let elapsed = 0; elapsed <= ms; elapsed += STEP_MS) {
        t.mock.timers.tick(elapsed < ms ? STEP_MS : 0);
        await setImmediate();
      }
      return reloads;
    },
    /** From now on, each reload lasts until the returned function is called. */
    holdReloads: () => {
      pendingReload = Promise.withResolvers();
      return pendingReload.resolve;
    },
  };
};

test('one update reloads the page quickly, many updates are throttled, and the last update always reloads it', async (t) => {
  const { onUpdate, countReloads } = start(t);
  onUpdate();
  assert.equal(await countReloads(500), 1);
  let reloadsDuringUpdates = 0;
  for (let step = 0; step < 100; step += 1) {
    onUpdate();
    reloadsDuringUpdates += await countReloads(100);
  }
  assert.equal(reloadsDuringUpdates, 2, 'two reloads in ten seconds');
  assert.equal(await countReloads(10_000), 1, 'one reload for the last update');
  assert.equal(await countReloads(60_000), 0);
});

test('a hidden page does not reload, and reloads once when it is shown after an update', async (t) => {
  const { onUpdate, setVisibility, countReloads } = start(t);
  setVisibility('hidden');
  setVisibility('visible');
  assert.equal(await countReloads(60_000), 0, 'nothing changed');
  onUpdate();
  setVisibility('hidden');
  assert.equal(await countReloads(60_000), 0, 'the page was hidden before the reload started');
  onUpdate();
  onUpdate();
  assert.equal(await countReloads(60_000), 0);
  setVisibility('visible');
  assert.equal(await countReloads(60_000), 1);
});

test('a page that the user has left does not reload', async (t) => {
  const { onUpdate, stop, setVisibility, countReloads } = start(t);
  onUpdate();
  stop();
  onUpdate();
  setVisibility('visible');
  assert.equal(await countReloads(60_000), 0);
});

test('the next reload waits for a slow one to end, but no longer than 30 seconds', async (t) => {
  const { onUpdate, countReloads, holdReloads } = start(t);
  const endReload = holdReloads();
  onUpdate();
  assert.equal(await countReloads(500), 1);
  onUpdate();
  assert.equal(await countReloads(10_000), 0, 'another reload would discard the response');
  endReload();
  await countReloads(0);
  holdReloads();
  assert.equal(await countReloads(4_000), 1);
  onUpdate();
  assert.equal(await countReloads(25_000), 0);
  assert.equal(await countReloads(6_000), 1);
});
