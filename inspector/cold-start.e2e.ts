import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

/** CPU throttling factor, for about the speed of a phone from 2018. */
const SLOWDOWN = 4;
const START_COUNT = 5;
const TASK_COUNT = 20;
/** Records when the first tasks are painted, in milliseconds since the page started loading. */
const RECORD_FIRST_PAINT_SCRIPT = `new MutationObserver((_changes, observer) => {
  if (!document.querySelector('article')) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.listPaintedAt = performance.now())));
}).observe(document, { childList: true, subtree: true });`;

test('an inspector who starts the browser offline sees the day’s tasks', async (t) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  for (let number = 0; number < TASK_COUNT; number++)
    await planTask(service, planner, { externalId: `WO-${number}`, plannedStart: new Date() });
  const phone = await openPersistentInspector(t, service, RECORD_FIRST_PAINT_SCRIPT);
  if (!phone) return;
  const locateTasks = (page: Page) => page.getByRole('link', { name: 'Inspect the railing' });
  await locateTasks(phone.page).first().waitFor();
  // Two warm-up starts let the browser compile and cache the app's code.
  for (let start = 0; start < 2; start++) {
    const page: Page = await phone.restart({ isOffline: true });
    await locateTasks(page).first().waitFor();
  }
  const times: number[] = [];
  for (let start = 0; start < START_COUNT; start++) {
    const page: Page = await phone.restart({ isOffline: true, slowdown: SLOWDOWN });
    await locateTasks(page).first().waitFor();
    times.push(await waitForExpression<number>(page, 'globalThis.listPaintedAt'));
    assert.ok((await locateTasks(page).count()) > 3);
  }
  t.diagnostic(
    `cold starts without a network, with the processor slowed down ${SLOWDOWN} times: ${times.map(Math.round).join(', ')} ms`,
  );
});
