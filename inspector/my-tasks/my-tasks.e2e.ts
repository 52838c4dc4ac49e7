import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { assertNoBrokenWords } from '#inspector/testing/assert-no-broken-words.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { assertWithinWindow } from '#portal/testing/phone.ts';
import { createPmtiles } from '#service/testing/create-pmtiles.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { placeBridges } from '#service/testing/place-bridges.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

const DAM_SQUARE = { latitude: 52.37, longitude: 4.9, accuracy: 12 };

/**
 * Opens a task list with tasks at two bridges, BR-001 in the west and BR-002 in the east, and one without a location.
 */
const openTaskList = async (
  t: TestContext,
  { mapFile, ...settings }: BrowserContextOptions & { mapFile?: string } = {},
) => {
  const service = await startService(t, { mapFile });
  await placeBridges(service);
  const planner = await service.as('coordinator');
  const plan = (title: string, itemsToInspect: string[], overrides: Record<string, unknown> = {}) =>
    planTask(service, planner, {
      ...{ externalId: title, title, itemsToInspect, workbookName: 'BridgeInspection' },
      ...overrides,
    });
  const ids = {
    deck: await plan('Deck', ['BR-002'], { plannedStart: new Date() }),
    railing: await plan('Railing', ['BR-001'], { plannedStart: new Date(Date.now() + 86_400_000) }),
    joint: await plan('Joint', ['BR-001']),
    survey: await plan('Survey', []),
  };
  const phone = await openInspector(t, service, settings);
  if (!phone) return undefined;
  // On a small phone, the last task is too far down to be rendered.
  await phone.page.locator('article[aria-setsize="4"]').first().waitFor();
  return { service, planner, plan, ids, phone };
};

test('an inspector sees tasks by distance, even offline, from a position updated only on request', async (t) => {
  const setup = await openTaskList(t);
  if (!setup) return;
  const { context } = setup.phone;
  let { page } = setup.phone;
  await page.getByText('Distance', { exact: true }).click();
  await page.getByText('The app is not allowed to use your location.').waitFor();
  await page.getByText('No location', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(DAM_SQUARE);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Find my location' }).click();
  await page.getByText('accurate to 10 m').waitFor();
  const listTitles = () => page.getByRole('article').getByRole('link').allTextContents();
  assert.deepEqual(await listTitles(), ['Railing', 'Joint', 'Deck', 'Survey']);
  await page.getByRole('article').filter({ hasText: 'Deck' }).getByText('1.8 km').waitFor();

  await context.setGeolocation({ ...DAM_SQUARE, latitude: 52.36, longitude: 4.93 });
  page = await setup.phone.restart();
  await page.getByText('Your location at').waitFor();
  assert.equal((await listTitles())[0], 'Railing', 'the position was not updated');
  await page.getByRole('button', { name: 'Update location' }).click();
  await page.getByRole('article').filter({ hasText: 'Deck' }).getByText('680 m').waitFor();
  assert.equal((await listTitles())[0], 'Deck');
  await page.getByText('Day', { exact: true }).click();
  await page.getByText('Today', { exact: true }).waitFor();
  setup.phone.assertNoPageErrors();
});

test('an inspector who is offline taps a point on the map and opens its task', async (t) => {
  const setup = await openTaskList(t, { permissions: ['geolocation'], geolocation: DAM_SQUARE });
  if (!setup) return;
  await setup.phone.context.setOffline(true);
  const page = await setup.phone.restart();
  await page.getByText('Map', { exact: true }).click();
  await page.getByText('1 task has no location').waitFor();
  const map = page.getByRole('region', { name: /^Map of your tasks/ });
  const { x, y, width, height } = (await map.boundingBox())!;
  await assertAccessibleInBothThemes(page);
  await page.locator('.maplibregl-map[aria-busy=false]').waitFor();
  // The two points are at the left and right edges of the map. Taps slightly off one: fingers are imprecise.
  await page.touchscreen.tap(x + width - width / 5 + 18, y + height / 2 + 18);
  const card = page.getByText('1 task here');
  await card.waitFor();
  await page.getByRole('article').getByRole('link', { name: 'Deck' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'My location', exact: true }).click();
  await page.getByText('accurate to 10 m').waitFor();
  await page.getByRole('searchbox').fill('railing');
  await page.getByText('1 task has no location').waitFor({ state: 'detached' });
  setup.phone.assertNoPageErrors();
});

test('an inspector sees the server’s base map online, and only the tasks offline', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  const mapFile = join(folder, 'map.pmtiles');
  await writeFile(mapFile, createPmtiles({ attribution: '© Street contributors' }));
  const setup = await openTaskList(t, { mapFile });
  if (!setup) return;
  let { page } = setup.phone;
  await page.getByText('Map', { exact: true }).click();
  await page.getByText('© Street contributors').waitFor();
  await setup.phone.context.setOffline(true);
  page = await setup.phone.restart();
  await page.getByRole('region', { name: /^Map of your tasks/ }).waitFor();
  await page.getByText('1 task has no location').waitFor();
  setup.phone.assertNoPageErrors();
});

test('an inspector types a code to open its task or list a bridge’s tasks, and sees a message if no task matches', async (t) => {
  const setup = await openTaskList(t);
  if (!setup) return;
  await setup.phone.context.setOffline(true);
  const page = await setup.phone.restart();
  const enterCode = async (code: string) => {
    await page.getByRole('button', { name: /^Scan/ }).last().click();
    await page.getByRole('textbox', { name: 'Or type the code' }).fill(code);
    await page.keyboard.press('Enter');
  };
  await enterCode('unknown code');
  await page.getByText('No task has this code').waitFor();
  await assertAccessibleInBothThemes(page);
  await enterCode('br-001');
  const taskDialog = page.getByRole('dialog', { name: 'Select a task for br-001' });
  await taskDialog.getByRole('link', { name: 'Railing' }).waitFor();
  assert.equal(await taskDialog.getByRole('article').count(), 2);
  await assertAccessibleInBothThemes(page);
  await taskDialog.getByRole('link', { name: 'Joint' }).click();
  await page.getByRole('heading', { name: 'Joint', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await enterCode(`${setup.service.url}/inspect/tasks/${setup.ids.deck}`);
  await page.getByRole('heading', { name: 'Deck', level: 1 }).waitFor();
  setup.phone.assertNoPageErrors();
});

test('a link opens a task that is not on the device as soon as there is a connection', async (t) => {
  const setup = await openTaskList(t);
  if (!setup) return;
  const { service, planner, plan, phone } = setup;
  await phone.context.setOffline(true);
  const quayTaskId = await plan('Quay', ['BR-001']);
  const { revision } = (await planner.get(`/api/v1/tasks/${quayTaskId}`)).body;
  const patch = { assigneeId: service.organisation.userIds.bram };
  await planner.request('PATCH', `/api/v1/tasks/${quayTaskId}`, patch, { 'if-match': `"${revision}"` });
  const page = await phone.restart(`/inspect/tasks/${quayTaskId}`);
  await page.getByText('It will be downloaded as soon as you are online.').waitFor();
  await assertAccessibleInBothThemes(page);
  await phone.context.setOffline(false);
  await page.getByRole('heading', { name: 'Quay', level: 1 }).waitFor();
  await page.getByText('This task is assigned to bram').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Start' }).count(), 0);
  await page.goto(`${service.url}/inspect/tasks/01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33`);
  await page.getByText('The task does not exist, or you do not have access').waitFor();
  phone.assertNoPageErrors();
});

test('an inspector sees that a task was cancelled and where the answers are, until dismissing the message', async (t) => {
  const setup = await openTaskList(t);
  if (!setup) return;
  const { service, planner, plan, phone } = setup;
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Locks',
    fields: [{ name: 'Height', type: 'decimal' }],
  });
  const lockTaskId = await plan('Lock', [], { workbookName: 'Locks', Height: undefined });
  let { page } = phone;
  await page.getByRole('article').filter({ hasText: 'Lock' }).getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/inspections\//);
  const readState = async () => (await planner.get(`/api/v1/tasks/${lockTaskId}`)).body.state;
  while ((await readState()) !== 'Active');
  await phone.context.setOffline(true);
  page = await phone.restart(new URL(page.url()).pathname);
  await page.getByRole('textbox', { name: /^Height/ }).fill('3');
  await page.getByText('Saved on this device').waitFor();
  assert.equal((await planner.post('/api/v1/tasks/cancel', { ids: [lockTaskId] })).status, 204);

  await phone.context.setOffline(false);
  page = await phone.restart();
  const card = page.getByRole('article').filter({ hasText: 'Lock' });
  await card.getByText('This task has been cancelled').waitFor();
  await card.getByText('your answers are on the server as a late result').waitFor();
  await assertAccessibleInBothThemes(page);
  await card.getByRole('link', { name: 'Lock' }).click();
  await page.getByText('This task has been cancelled').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await card.getByRole('button', { name: 'Got it' }).click();
  await page.getByText('Recently completed').waitFor();
  await page.getByText('Changed since you last synced').waitFor({ state: 'detached' });
  phone.assertNoPageErrors();
});

test('the Dutch task list is readable on a small phone with double-size text', async (t) => {
  const setup = await openTaskList(t, {
    ...{ viewport: { width: 320, height: 640 }, locale: 'nl-NL', colorScheme: 'dark' },
    ...{ permissions: ['geolocation'], geolocation: DAM_SQUARE },
  });
  if (!setup) return;
  const { page } = setup.phone;
  await page.evaluate('void (document.documentElement.style.fontSize = "200%")');
  await assertWithinWindow(page);
  for (const view of ['Afstand', 'Kaart']) {
    await page.getByText(view, { exact: true }).first().click();
    await page.getByText(view === 'Kaart' ? '1 taak heeft geen locatie' : 'op 10 m nauwkeurig').waitFor();
    await assertWithinWindow(page);
  }
  const clippedLabels = `[...document.querySelectorAll('button span')]
    .filter((label) => label.scrollWidth > label.clientWidth + 1 && getComputedStyle(label).overflow !== 'visible')
    .map((label) => label.textContent)`;
  assert.deepEqual(await page.evaluate(clippedLabels), []);
  await page.getByText('Dag', { exact: true }).click();
  await page.getByRole('link', { name: 'Railing' }).click();
  await page.getByRole('heading', { name: 'Te inspecteren objecten' }).waitFor();
  await page.evaluate('void (document.documentElement.style.fontSize = "200%")');
  await assertWithinWindow(page);
  // The menu must not cover the button.
  await page.getByRole('button', { name: 'Starten' }).click();
  await page.waitForURL(/inspections/);
  setup.phone.assertNoPageErrors();
});

test('after opening a link, an inspector can go back to the tasks, and an old link shows a message', async (t) => {
  const setup = await openTaskList(t);
  if (!setup) return;
  const page = await setup.phone.restart(`/inspect/tasks/${setup.ids.railing}`);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'My tasks' }).waitFor();
  await page.getByRole('link', { name: 'Deck' }).click();
  await page.getByRole('heading', { name: 'Deck', level: 1 }).waitFor();
  await page.locator('h1:focus', { hasText: 'Deck' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/inspections/);
  await page.locator('h1:focus', { hasText: 'Deck' }).waitFor();

  const missingPage = await setup.phone.restart(`/inspect/inspections/${crypto.randomUUID()}`);
  await missingPage.getByText('This inspection is not on this device').waitFor();
  await missingPage.getByRole('link', { name: 'Tasks' }).click();
  await missingPage.getByRole('heading', { name: 'My tasks' }).waitFor();
  setup.phone.assertNoPageErrors();
});

test('no word is broken across lines in the task list or a task’s details on a narrow phone', async (t) => {
  for (const width of [320, 390]) {
    const setup = await openTaskList(t, { viewport: { width, height: 640 }, locale: 'nl-NL' });
    if (!setup) return;
    const { page } = setup.phone;
    await assertNoBrokenWords(page);
    await page.getByText('Afstand', { exact: true }).click();
    await page.getByText('Geen locatie', { exact: true }).waitFor();
    await assertNoBrokenWords(page);
    await page.getByRole('link', { name: 'Railing' }).click();
    await page.getByRole('heading', { name: 'Te inspecteren objecten' }).waitFor();
    await assertNoBrokenWords(page);
    await page.goto(`${setup.service.url}/inspect/sent`);
    await page.getByRole('button', { name: 'Nu verzenden' }).waitFor();
    await assertNoBrokenWords(page);
  }
});

test('an inspector who has completed an inspection continues with the next task, or goes back to the list', async (t) => {
  const setup = await openTaskList(t);
  if (!setup) return;
  const { service, plan, phone } = setup;
  const fields = [{ name: 'Height', type: 'decimal' } as const];
  await addWorkbook(service.database.db, service.organisation, { name: 'Locks', fields });
  await plan('Lock', [], { workbookName: 'Locks', Height: undefined, plannedStart: new Date(0) });
  const { page } = phone;
  const complete = async () => {
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('heading', { name: 'Completed' }).waitFor();
  };
  await page.getByRole('article').filter({ hasText: 'Lock' }).getByRole('button', { name: 'Start' }).click();
  await complete();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Next task: Deck' }).click();
  await page.getByRole('heading', { name: 'Deck', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Back to my tasks' }).click();
  await page.getByRole('heading', { name: 'My tasks' }).waitFor();
  phone.assertNoPageErrors();
});
