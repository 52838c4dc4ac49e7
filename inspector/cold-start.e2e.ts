import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

/** A phone from 2018 is four times slower than the machine running the tests. */
const SLOWDOWN = 4;
const START_COUNT = 5;
const TASK_COUNT = 20;
/** Records when the first tasks are painted, in milliseconds since the page started loading. */
const RECORD_LIST = `new MutationObserver((_changes, observer) => {
  if (!document.querySelector('article')) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.listPaintedAt = performance.now())));
}).observe(document, { childList: true, subtree: true });`;

test('an inspector who starts the browser offline sees the day’s tasks', async (t) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  for (let number = 0; number < TASK_COUNT; number++)
    await planTask(service, planner, { externalId: `WO-${number}`, plannedStart: new Date() });
  const phone = await openPersistentInspector(t, service, RECORD_LIST);
  if (!phone) return;
  const tasks = (page: Page) => page.getByRole('link', { name: 'Inspect the railing' });
  await tasks(phone.page).first().waitFor();
  // In two starts, the browser compiles and caches the app's code.
  for (let start = 0; start < 2; start++) {
    const page: Page = await phone.restart({ isOffline: true });
    await tasks(page).first().waitFor();
  }
  const times: number[] = [];
  for (let start = 0; start < START_COUNT; start++) {
    const page: Page = await phone.restart({ isOffline: true, slowdown: SLOWDOWN });
    await tasks(page).first().waitFor();
    times.push(await waitForExpression<number>(page, 'globalThis.listPaintedAt'));
    assert.ok((await tasks(page).count()) > 3);
  }
  t.diagnostic(
    `cold starts without a network, ${SLOWDOWN} times slower: ${times.map(Math.round).join(', ')} ms`,
  );
});
