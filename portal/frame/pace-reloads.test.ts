import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { paceReloads } from './pace-reloads.ts';

const start = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const stopping = new AbortController();
  let reloads = 0;
  const onNews = paceReloads(() => (reloads += 1), page, stopping.signal);
  return {
    onNews,
    stop: () => stopping.abort(),
    show: (visibilityState: string) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** How often it reloads within so many milliseconds. */
    reloadsIn: (ms: number) => {
      reloads = 0;
      t.mock.timers.tick(ms);
      return reloads;
    },
  };
};

test('news are shown soon, many of them seldom, and the last of them always', (t) => {
  const { onNews, reloadsIn } = start(t);
  onNews();
  assert.equal(reloadsIn(500), 1);
  let during = 0;
  for (let step = 0; step < 100; step += 1) {
    onNews();
    during += reloadsIn(100);
  }
  assert.equal(during, 2, 'of ten seconds');
  assert.equal(reloadsIn(10_000), 1, 'for the last news');
  assert.equal(reloadsIn(60_000), 0);
});

test('a page that nobody sees is not reloaded, and once when it is shown if there were news', (t) => {
  const { onNews, show, reloadsIn } = start(t);
  show('hidden');
  show('visible');
  assert.equal(reloadsIn(60_000), 0, 'nothing changed');
  onNews();
  show('hidden');
  assert.equal(reloadsIn(60_000), 0, 'hidden before its turn');
  onNews();
  onNews();
  assert.equal(reloadsIn(60_000), 0);
  show('visible');
  assert.equal(reloadsIn(60_000), 1);
});

test('a page that was left reloads nothing', (t) => {
  const { onNews, stop, show, reloadsIn } = start(t);
  onNews();
  stop();
  onNews();
  show('visible');
  assert.equal(reloadsIn(60_000), 0);
});
