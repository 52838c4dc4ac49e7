import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { assertWithinWindow } from '#portal/testing/phone.ts';
import { makePmtiles } from '#service/testing/make-pmtiles.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { placeBridges } from '#service/testing/place-bridges.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

const DAM = { latitude: 52.37, longitude: 4.9, accuracy: 12 };

/** A phone with tasks at two bridges, BR-001 in the west and BR-002 in the east, and one that is nowhere. */
const openToday = async (
  t: TestContext,
  { mapFile, ...settings }: BrowserContextOptions & { mapFile?: string } = {},
) => {
  const service = await startService(t, { mapFile });
  await placeBridges(service);
  const planner = await service.as('coordinator');
  const plan = (title: string, itemsToInspect: string[], more: Record<string, unknown> = {}) =>
    planTask(service, planner, {
      ...{ externalId: title, title, itemsToInspect, workbookName: 'BridgeInspection' },
      ...more,
    });
  const ids = {
    deck: await plan('Deck', ['BR-002'], { plannedStart: new Date() }),
    railing: await plan('Railing', ['BR-001'], { plannedStart: new Date(Date.now() + 86_400_000) }),
    joint: await plan('Joint', ['BR-001']),
    survey: await plan('Survey', []),
  };
  const phone = await openInspector(t, service, settings);
  if (!phone) return undefined;
  await phone.page.getByRole('link', { name: 'Survey' }).waitFor();
  return { service, planner, plan, ids, phone };
};

test('tasks by distance, from a position that is asked only when somebody wants it, also without a network and after a restart', async (t) => {
  const today = await openToday(t);
  if (!today) return;
  const { context } = today.phone;
  let { page } = today.phone;
  await page.getByText('By distance', { exact: true }).click();
  await page.getByText('Your position may not be read here.').waitFor();
  await page.getByText('Without a known place').waitFor();
  await assertAccessibleInBothThemes(page);

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(DAM);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Take my position' }).click();
  await page.getByText('within 10 m').waitFor();
  const listed = () => page.getByRole('article').getByRole('link').allTextContents();
  assert.deepEqual(await listed(), ['Railing', 'Joint', 'Deck', 'Survey']);
  await page.getByRole('article').filter({ hasText: 'Deck' }).getByText('1.8 km').waitFor();

  await context.setGeolocation({ ...DAM, latitude: 52.36, longitude: 4.93 });
  page = await today.phone.restart();
  await page.getByText('From your position of').waitFor();
  assert.equal((await listed())[0], 'Railing', 'nobody has asked where it is now');
  await page.getByRole('button', { name: 'Take anew' }).click();
  await page.getByRole('article').filter({ hasText: 'Deck' }).getByText('680 m').waitFor();
  assert.equal((await listed())[0], 'Deck');
  await page.getByText('By day', { exact: true }).click();
  await page.getByText('Today', { exact: true }).waitFor();
  today.phone.assertQuiet();
});

test('a map without a network: a tap on a place tells what is to be done there, and one more begins it', async (t) => {
  const today = await openToday(t, { permissions: ['geolocation'], geolocation: DAM });
  if (!today) return;
  await today.phone.context.setOffline(true);
  const page = await today.phone.restart();
  await page.getByText('Map', { exact: true }).click();
  await page.getByText('1 task has no known place').waitFor();
  const map = page.getByRole('region', { name: /^Map of your tasks/ });
  const { x, y, width, height } = (await map.boundingBox())!;
  await assertAccessibleInBothThemes(page);
  await page.locator('.maplibregl-map[aria-busy=false]').waitFor();
  // The two places lie at its left and its right; beside them, for a finger is not exact.
  await page.touchscreen.tap(x + width - width / 5 + 18, y + height / 2 + 18);
  const card = page.getByText('1 task here');
  await card.waitFor();
  await page.getByRole('article').getByRole('link', { name: 'Deck' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Where am I?' }).click();
  await page.getByText('within 10 m').waitFor();
  await page.getByRole('searchbox').fill('railing');
  await page.getByText('1 task has no known place').waitFor({ state: 'detached' });
  today.phone.assertQuiet();
});

test('where the operator has a map, it lies under the tasks, and without a network they are there all the same', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  const mapFile = join(folder, 'map.pmtiles');
  await writeFile(mapFile, makePmtiles({ attribution: '© Streets of everybody' }));
  const today = await openToday(t, { mapFile });
  if (!today) return;
  let { page } = today.phone;
  await page.getByText('Map', { exact: true }).click();
  await page.getByText('© Streets of everybody').waitFor();
  await today.phone.context.setOffline(true);
  page = await today.phone.restart();
  await page.getByRole('region', { name: /^Map of your tasks/ }).waitFor();
  await page.getByText('1 task has no known place').waitFor();
  today.phone.assertQuiet();
});

test('a code that is typed or scanned leads to its task, to those of a bridge, or says that nobody knows it', async (t) => {
  const today = await openToday(t);
  if (!today) return;
  await today.phone.context.setOffline(true);
  const page = await today.phone.restart();
  const enter = async (code: string) => {
    await page.getByRole('button', { name: /^Scan/ }).last().click();
    await page.getByRole('textbox', { name: 'Or type the code' }).fill(code);
    await page.keyboard.press('Enter');
  };
  await enter('nobody knows this');
  await page.getByText('No task has this code').waitFor();
  await assertAccessibleInBothThemes(page);
  await enter('br-001');
  const which = page.getByRole('dialog', { name: 'Which task of br-001?' });
  await which.getByRole('link', { name: 'Railing' }).waitFor();
  assert.equal(await which.getByRole('article').count(), 2);
  await assertAccessibleInBothThemes(page);
  await which.getByRole('link', { name: 'Joint' }).click();
  await page.getByRole('heading', { name: 'Joint', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await enter(`${today.service.url}/inspect/tasks/${today.ids.deck}`);
  await page.getByRole('heading', { name: 'Deck', level: 1 }).waitFor();
  today.phone.assertQuiet();
});

test('the link of a task that is not here opens without a network, says so, and fetches it once there is one', async (t) => {
  const today = await openToday(t);
  if (!today) return;
  const { service, planner, plan, phone } = today;
  await phone.context.setOffline(true);
  const other = await plan('Quay', ['BR-001']);
  const { revision } = (await planner.get(`/api/v1/tasks/${other}`)).body;
  const given = { assigneeId: service.organisation.userIds.bram };
  await planner.request('PATCH', `/api/v1/tasks/${other}`, given, { 'if-match': `"${revision}"` });
  const page = await phone.restart(`/inspect/tasks/${other}`);
  await page.getByText('It is fetched here as soon as there is a connection.').waitFor();
  await assertAccessibleInBothThemes(page);
  await phone.context.setOffline(false);
  await page.getByRole('heading', { name: 'Quay', level: 1 }).waitFor();
  await page.getByText('bram has this task').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Begin' }).count(), 0);
  await page.goto(`${service.url}/inspect/tasks/01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33`);
  await page.getByText('The server shows you no such task').waitFor();
  phone.assertQuiet();
});

test('what became of tasks meanwhile is told kindly, with where the answers are, until it was read', async (t) => {
  const today = await openToday(t);
  if (!today) return;
  const { service, planner, plan, phone } = today;
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Locks',
    fields: [{ name: 'Height', type: 'decimal' }],
  });
  const lock = await plan('Lock', [], { workbookName: 'Locks', Height: undefined });
  let { page } = phone;
  await page.getByRole('article').filter({ hasText: 'Lock' }).getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(/\/inspections\//);
  const state = async () => (await planner.get(`/api/v1/tasks/${lock}`)).body.state;
  while ((await state()) !== 'Active');
  await phone.context.setOffline(true);
  page = await phone.restart(new URL(page.url()).pathname);
  await page.getByRole('textbox', { name: /^Height/ }).fill('3');
  await page.getByText('Saved on this device').waitFor();
  assert.equal((await planner.post('/api/v1/tasks/cancel', { ids: [lock] })).status, 204);

  await phone.context.setOffline(false);
  page = await phone.restart();
  const card = page.getByRole('article').filter({ hasText: 'Lock' });
  await card.getByText('This task was cancelled meanwhile').waitFor();
  await card.getByText('your answers are on the server as a late result').waitFor();
  await assertAccessibleInBothThemes(page);
  await card.getByRole('link', { name: 'Lock' }).click();
  await page.getByText('This task was cancelled meanwhile').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await card.getByRole('button', { name: 'Understood' }).click();
  await page.getByText('Done lately').waitFor();
  await page.getByText('Changed meanwhile').waitFor({ state: 'detached' });
  phone.assertQuiet();
});

test('on a small phone with text twice as large, in Dutch, nothing is cut off at the side', async (t) => {
  const today = await openToday(t, {
    ...{ viewport: { width: 320, height: 640 }, locale: 'nl-NL', colorScheme: 'dark' },
    ...{ permissions: ['geolocation'], geolocation: DAM },
  });
  if (!today) return;
  const { page } = today.phone;
  await page.evaluate('void (document.documentElement.style.fontSize = "200%")');
  await assertWithinWindow(page);
  for (const view of ['Op afstand', 'Kaart']) {
    await page.getByText(view, { exact: true }).first().click();
    await page.getByText(view === 'Kaart' ? '1 taak heeft geen bekende plaats' : 'binnen 10 m').waitFor();
    await assertWithinWindow(page);
  }
  const cut = `[...document.querySelectorAll('button span')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflow !== 'visible')
    .map((each) => each.textContent)`;
  assert.deepEqual(await page.evaluate(cut), []);
  await page.getByText('Per dag', { exact: true }).click();
  await page.getByRole('link', { name: 'Railing' }).click();
  await page.getByRole('heading', { name: 'Wat wordt geïnspecteerd' }).waitFor();
  await page.evaluate('void (document.documentElement.style.fontSize = "200%")');
  await assertWithinWindow(page);
  // Nothing lies over it.
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(/inspections/);
  today.phone.assertQuiet();
});

test('who came by a link goes back to the work, hears where they are, and is not left with nothing by an old address', async (t) => {
  const today = await openToday(t);
  if (!today) return;
  const page = await today.phone.restart(`/inspect/tasks/${today.ids.railing}`);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'My work' }).waitFor();
  await page.getByRole('link', { name: 'Deck' }).click();
  await page.getByRole('heading', { name: 'Deck', level: 1 }).waitFor();
  await page.locator('h1:focus', { hasText: 'Deck' }).waitFor();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(/inspections/);
  await page.locator('h1:focus', { hasText: 'Deck' }).waitFor();

  const gone = await today.phone.restart(`/inspect/inspections/${crypto.randomUUID()}`);
  await gone.getByText('This inspection is not on this device').waitFor();
  await gone.getByRole('link', { name: 'Work' }).click();
  await gone.getByRole('heading', { name: 'My work' }).waitFor();
  today.phone.assertQuiet();
});
