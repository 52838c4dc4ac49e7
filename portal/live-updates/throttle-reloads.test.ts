import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { throttleReloads } from './throttle-reloads.ts';

const STEP_MS = 100;

const start = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const stopping = new AbortController();
  let reloads = 0;
  let pending = Promise.withResolvers<void>();
  pending.resolve();
  const reload = () => {
    reloads += 1;
    return pending.promise;
  };
  const onNews = throttleReloads(reload, page, stopping.signal);
  return {
    onNews,
    stop: () => stopping.abort(),
    show: (visibilityState: string) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** The number of reloads within a number of milliseconds. */
    reloadsIn: async (ms: number) => {
      reloads = 0;
      for (let passed = 0; passed <= ms; passed += STEP_MS) {
        t.mock.timers.tick(passed < ms ? STEP_MS : 0);
        await setImmediate();
      }
      return reloads;
    },
    /** From now on a reload ends when the returned function is called. */
    slowDown: () => {
      pending = Promise.withResolvers();
      return pending.resolve;
    },
  };
};

test('an update reloads the page soon, many updates reload it rarely, and the last update always does', async (t) => {
  const { onNews, reloadsIn } = start(t);
  onNews();
  assert.equal(await reloadsIn(500), 1);
  let during = 0;
  for (let step = 0; step < 100; step += 1) {
    onNews();
    during += await reloadsIn(100);
  }
  assert.equal(during, 2, 'of ten seconds');
  assert.equal(await reloadsIn(10_000), 1, 'for the last update');
  assert.equal(await reloadsIn(60_000), 0);
});

test('a hidden page does not reload, and reloads once when it is shown after an update', async (t) => {
  const { onNews, show, reloadsIn } = start(t);
  show('hidden');
  show('visible');
  assert.equal(await reloadsIn(60_000), 0, 'nothing changed');
  onNews();
  show('hidden');
  assert.equal(await reloadsIn(60_000), 0, 'hidden before its turn');
  onNews();
  onNews();
  assert.equal(await reloadsIn(60_000), 0);
  show('visible');
  assert.equal(await reloadsIn(60_000), 1);
});

test('a page that the user has left does not reload', async (t) => {
  const { onNews, stop, show, reloadsIn } = start(t);
  onNews();
  stop();
  onNews();
  show('visible');
  assert.equal(await reloadsIn(60_000), 0);
});

test('a slow reload is followed by the next when it ends, or after 30 seconds', async (t) => {
  const { onNews, reloadsIn, slowDown } = start(t);
  const end = slowDown();
  onNews();
  assert.equal(await reloadsIn(500), 1);
  onNews();
  assert.equal(await reloadsIn(10_000), 0, 'its response would be discarded');
  end();
  await reloadsIn(0);
  slowDown();
  assert.equal(await reloadsIn(4_000), 1);
  onNews();
  assert.equal(await reloadsIn(25_000), 0);
  assert.equal(await reloadsIn(6_000), 1);
});
