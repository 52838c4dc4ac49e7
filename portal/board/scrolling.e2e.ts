import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';
import { fillBoard } from '#service/testing/fill-board.ts';

/** The maximum number of tasks on a board. */
const TASK_COUNT = 5_000;
const FRAME_COUNT = 240;
/** The maximum number of DOM elements: enough for the cells in or near the view, but not for all cells. */
const MAX_ELEMENTS = 5_000;

// This function is a string, because tests are compiled without the DOM types.
const SCROLL = `async ({ frames, down, right }) => {
  const board = document.querySelector('[role="grid"]');
  board.scrollTo(0, 0);
  const times = [];
  let previous = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < frames; frame += 1) {
    board.scrollBy(right, down);
    const now = await new Promise(requestAnimationFrame);
    times.push(now - previous);
    previous = now;
  }
  times.sort((a, b) => a - b);
  return { median: times[frames / 2], p95: times[Math.floor(frames * 0.95)], worst: times.at(-1), top: board.scrollTop, left: board.scrollLeft };
}`;

test('a month with 200 people and 5,000 tasks scrolls, and only cells in or near the view are rendered', async (t) => {
  const portal = await startPortal(t, {
    prepare: ({ database, organisation }) => fillBoard(database.db, organisation.tenantId, TASK_COUNT),
    viewport: { width: 1600, height: 1000 },
    path: '/portal/board?view=month',
  });
  if (!portal) return;
  const { page } = portal;
  const board = page.getByRole('grid', { name: 'Board' });
  await board.getByRole('button').first().waitFor();
  assert.ok(Number(await board.getAttribute('aria-rowcount')) > 200);
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readCpuMs = async () => {
    const { metrics } = await cdpSession.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  };
  for (const [name, down, right] of [
    ['down', 40, 0],
    ['right', 0, 8],
    ['both', 30, 5],
  ] as const) {
    const startCpuMs = await readCpuMs();
    const measurements = await page.evaluate<Record<string, number>>(
      `(${SCROLL})(${JSON.stringify({ frames: FRAME_COUNT, down, right })})`,
    );
    const cpuMs = (await readCpuMs()) - startCpuMs;
    // On a busy machine, CPU time is more reliable than elapsed time.
    const cpuMsPerFrame = (cpuMs / FRAME_COUNT).toFixed(1);
    t.diagnostic(`${name}: ${JSON.stringify(measurements)}, ${cpuMsPerFrame} ms of work per frame`);
    assert.ok(measurements.top! + measurements.left! > 0);
    assert.ok((await board.locator('*').count()) < MAX_ELEMENTS);
  }
  portal.assertNoPageErrors();
});
