import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

/** CPU throttling factor, for about the speed of a phone from 2018. */
const SLOWDOWN = 4;

/** Creates 500 copies of the existing task, and as much unsent data as a week offline produces. */
const FILL_DATABASE_SCRIPT = `new Promise(async (resolve, reject) => {
  const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('ronda-'));
  const open = indexedDB.open(name);
  open.onsuccess = () => {
    const transaction = open.result.transaction(['tasks', 'inspections', 'outbox', 'pictures'], 'readwrite');
    const [tasks, inspections, outbox, pictures] = ['tasks', 'inspections', 'outbox', 'pictures'].map((table) => transaction.objectStore(table));
    transaction.oncomplete = () => { open.result.close(); resolve(true); };
    transaction.onerror = reject;
    tasks.getAll().onsuccess = ({ target }) => {
      const [template] = target.result;
      const answers = Object.fromEntries(Array.from({ length: 100 }, (_, n) => ['Question' + n, 'An answer of some words ' + n]));
      const createTask = (n) => {
        const id = '01997b1b-8d3e-7a02-b1c4-' + String(n).padStart(12, '0');
        const item = { ...template.work.task.items[0], location: { latitude: 52 + (n % 23) / 50, longitude: 4 + (n % 19) / 40 } };
        const previousInspection = { inspectionId: id, completedAt: '2026-01-01T00:00:00Z', userName: 'bram', versionId: id, answers, comments: {}, failures: [] };
        const plannedStart = new Date(Date.now() + (n % 20) * 86400000).toISOString();
        const task = { ...template.work.task, id, externalId: 'WO-' + n, title: 'Inspect joint ' + n, plannedStart, items: [{ ...item, previousInspection }] };
        return { id, work: { ...template.work, task } };
      };
      for (let n = 0; n < 500; n++) tasks.put(createTask(n));
      for (let n = 0; n < 60; n++) {
        const id = 'started-' + n;
        inspections.put({ id, taskId: createTask(n).id, externalId: null, title: 'Inspect joint ' + n, versionId: 'v', workbookTitle: '', teamId: 't', teamTitle: '', timeZone: 'UTC', language: 'en', startedAt: new Date().toISOString(), items: [], sets: { '': { answers, comments: {} } }, serverState: null, acknowledgedRevision: 0, completedAt: new Date().toISOString(), formPosition: null });
        for (const field of Object.keys(answers).slice(0, 20)) outbox.put({ inspectionId: id, createdAt: 0, isInFlight: false, action: { kind: 'answer', itemId: '', field, isComment: false, value: answers[field], baseRevision: 0, givenAt: new Date().toISOString() } });
        for (let m = 0; m < 5; m++) pictures.put({ id: id + m, inspectionId: id, itemId: '', field: 'f', name: 'a.jpg', type: 'image/jpeg', size: 1, sha256: '', sent: 0, uploadUrl: null, isArrived: false });
      }
    };
  };
})`;

/**
 * Returns a function that returns the page's CPU time since its previous call, in milliseconds on the throttled CPU.
 * Machine load does not affect it.
 */
const createProcessorTimeMeter = async (context: BrowserContext, page: Page) => {
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  let previousTime = 0;
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    const currentTime = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000 * SLOWDOWN;
    const elapsed = Math.round(currentTime - previousTime);
    previousTime = currentTime;
    return elapsed;
  };
};

const assertInView = async (page: Page, title: string) => {
  const { y } = (await page.getByRole('link', { name: title, exact: true }).boundingBox())!;
  assert.ok(y > 0 && y < page.viewportSize()!.height, `${title} is at ${y}`);
};

test('opening, searching and scrolling a list of 500 tasks is responsive', async (t) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  await planTask(service, planner, {
    ...{ title: 'The first', itemsToInspect: ['BR-001'], workbookName: 'BridgeInspection' },
  });
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'The first' }).waitFor();
  await phone.context.setOffline(true);
  await phone.page.evaluate(FILL_DATABASE_SCRIPT);

  const page = await phone.restart('/inspect/sent');
  await page.getByText('60 unsent').waitFor();
  const measureTimeSinceLastCall = await createProcessorTimeMeter(phone.context, page);
  await measureTimeSinceLastCall();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  const cards = page.getByRole('article');
  await cards.nth(5).waitFor();
  const renderMs = await measureTimeSinceLastCall();
  const renderedCards = await cards.count();

  const query = 'joint 499';
  await page.getByRole('searchbox').pressSequentially(query);
  await page.getByRole('link', { name: 'Inspect joint 499', exact: true }).waitFor();
  const keyMs = (await measureTimeSinceLastCall()) / query.length;
  await page.getByRole('searchbox').fill('');
  await page.getByText('Today', { exact: true }).waitFor();
  await measureTimeSinceLastCall();

  // Scrolls quickly through 100 tasks in 100 frames.
  await page.evaluate(`new Promise((resolve) => {
    let frame = 0;
    const step = () => {
      frame += 1;
      scrollTo(0, frame * 120);
      if (frame < 100) requestAnimationFrame(step); else resolve(true);
    };
    requestAnimationFrame(step);
  })`);
  const frameMs = (await measureTimeSinceLastCall()) / 100;
  // The scroll position is restored when the inspector returns from a task.
  const title = await page.getByRole('article').nth(7).getByRole('link').textContent();
  // Finds the link by name, because cards move when others are measured.
  await page.getByRole('link', { name: title!, exact: true }).click();
  await page.getByRole('heading', { name: title!, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: title!, exact: true }).waitFor();
  await assertInView(page, title!);
  t.diagnostic(
    `with the processor slowed down ${SLOWDOWN} times: rendered in ${renderMs} ms (${renderedCards} cards), a letter in ${keyMs.toFixed(0)} ms, a frame in ${frameMs.toFixed(0)} ms`,
  );
  assert.ok(renderedCards < 30, `${renderedCards} cards are rendered`);
  assert.ok(renderMs < 2_000, `rendering took ${renderMs} ms`);
  assert.ok(keyMs < 300, `a key took ${keyMs} ms`);
  assert.ok(frameMs < 200, `a frame took ${frameMs} ms`);
  phone.assertNoPageErrors();
});
