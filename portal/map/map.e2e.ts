import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { createPmtiles } from '#service/testing/create-pmtiles.ts';
import { placeTasks } from '#service/testing/place-tasks.ts';
import { planTask } from '#service/testing/plan-task.ts';

/** Waits for the map to load, and returns its position in the window. */
const waitForMap = async (page: Page) => {
  await page.waitForURL(/at=/);
  const canvas = page.getByRole('region', { name: 'Map of tasks' });
  await canvas.waitFor();
  await page.locator('.maplibregl-map[aria-busy=false]').waitFor();
  return (await canvas.boundingBox())!;
};

test('a lasso selects tasks, Shift draws a box, Ctrl adds to the selection, and the board opens with it', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page } = portal;
  const { x, y, width, height } = await waitForMap(page);
  const draw = async (...points: [number, number][]) => {
    const [firstPoint, ...otherPoints] = points.map(
      ([across, down]) => [x + across * width, y + down * height] as const,
    );
    await page.mouse.move(...firstPoint!);
    await page.mouse.down();
    for (const point of otherPoints) await page.mouse.move(...point, { steps: 3 });
    await page.mouse.up();
  };
  // The two locations are next to each other.
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Lasso', pressed: true }).waitFor();
  await draw([0.02, 0.1], [0.4, 0.1], [0.4, 0.9], [0.02, 0.9]);
  await page.getByRole('toolbar', { name: '3 selected' }).waitFor();
  await page.keyboard.down('Shift');
  await page.keyboard.down('Control');
  await draw([0.6, 0.2], [0.98, 0.8]);
  await page.keyboard.up('Control');
  await page.keyboard.up('Shift');
  await page.getByRole('toolbar', { name: '4 selected' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar').waitFor({ state: 'detached' });

  // A user who opens another page before the board has loaded stays there.
  await page.getByRole('button', { name: 'Select all in view' }).click();
  const heldResponses = await holdResponses(page, 'GET', /\/api\/v1\/tasks\?id=/);
  const tasksResponse = page.waitForResponse(/\/api\/v1\/tasks\?id=/);
  await page.getByRole('button', { name: 'Open on board' }).click();
  await heldResponses.waitUntilHandled();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  heldResponses.release();
  await (await tasksResponse).finished();
  await page.evaluate('new Promise(requestAnimationFrame)');
  assert.match(page.url(), /workbooks$/);
  await page.goBack();

  await page.getByRole('button', { name: 'Open on board' }).click();
  await page.getByText('4 selected').first().waitFor();
  portal.assertNoPageErrors();
});

test('the board opens at the week of the first selected task, in local time', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map',
    prepare: async (service) => {
      await placeTasks(service);
      // Monday 00:30 in Amsterdam is still Sunday in UTC.
      await planTask(service, await service.as('erp'), {
        workbookName: 'BridgeInspection',
        itemsToInspect: ['BR-001'],
        plannedStart: '2027-03-07T23:30:00Z',
      });
    },
  });
  if (!portal) return;
  const { page } = portal;
  await waitForMap(page);
  await page.getByRole('button', { name: 'Select all in view' }).click();
  await page.getByRole('button', { name: 'Open on board' }).click();
  await page.waitForURL(/board\?date=2027-03-08/);
  portal.assertNoPageErrors();
});

test('a viewer pages through the tasks at one location, and shares the URL', async (t) => {
  const portal = await startPortal(t, {
    userName: 'viewer',
    // Only one location is in view, in the centre.
    path: '/portal/map?at=4.9,52.36,17',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page, open } = portal;
  const { x, y, width, height } = await waitForMap(page);
  await page.getByText('3 tasks', { exact: true }).waitFor();
  const card = page.getByText('1 of 3 at this location');
  await page.mouse.click(x + width / 2, y + height / 2);
  await card.waitFor();
  await page.getByRole('button', { name: 'Next at this location' }).click();
  await page.getByText('2 of 3 at this location').waitFor();
  await assertAccessibleInBothThemes(page);
  assert.equal(await page.getByRole('button', { name: 'Select all in view' }).count(), 1);

  const otherWindow = await open(new URL(page.url()).pathname + new URL(page.url()).search);
  await otherWindow.getByText('1 of 3 at this location').waitFor();
  await otherWindow.getByRole('link', { name: 'Open task' }).click();
  await otherWindow.getByRole('heading', { level: 1, name: /Railing/ }).waitFor();
  // A viewer can select tasks but not assign them.
  await page.getByRole('button', { name: 'Select all in view' }).click();
  await page.getByRole('toolbar', { name: '3 selected' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Assign', exact: true }).count(), 0);
  portal.assertNoPageErrors();
});

test('on a phone, in Dutch, a planner selects tasks and opens one, and the page does not scroll sideways', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map?isItemsShown=true',
    viewport: { width: 390, height: 844 },
    locale: 'nl-NL',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page } = portal;
  await page.waitForURL(/at=/);
  await page.getByText('4 taken', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Alles in beeld selecteren' }).click();
  await page.getByRole('toolbar', { name: '4 geselecteerd' }).waitFor();
  await assertAccessibleInBothThemes(page);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await page.getByRole('option', { name: /Deck/ }).click();
  await page.getByRole('button', { name: 'Deck sluiten' }).click();
  portal.assertNoPageErrors();
});

test('a browser without WebGL shows the list with all actions', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', prepare: placeTasks });
  if (!portal) return;
  const { page, service } = portal;
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  await page.goto(`${service.url}/portal/map`);
  await page.getByText('This browser cannot show the map').waitFor();
  await page.getByRole('option', { name: /Survey/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('the base map uses the operator’s own tiles, shows their attribution, and sends no requests to other hosts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  const mapFile = join(folder, 'map.pmtiles');
  // All layers, because the console reports style errors in any of them.
  const layers = [
    ['landcover', 'landuse', 'park', 'water', 'buildings', 'building', 'roads', 'transportation'],
    ['boundaries', 'boundary', 'transportation_name', 'places', 'place', 'unknown'],
  ].flat();
  const attribution =
    '<a href="https://example.org/" onclick="alert()">© Map makers</a><img src="https://example.org/">';
  await writeFile(mapFile, createPmtiles({ layers, attribution }));
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal',
    prepare: placeTasks,
    service: { mapFile },
  });
  if (!portal) return;
  const { page, service } = portal;
  const tileResponses: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.pmtiles'))
      tileResponses.push(`${response.status()} ${response.request().headers().range}`);
  });
  await page.goto(`${service.url}/portal/map`);
  await page.getByText('© Map makers', { exact: true }).waitFor();
  assert.ok(tileResponses.length > 0);
  for (const response of tileResponses) assert.match(response, /^206 bytes=/);
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a planner can open another page while the map is moving or a search is being typed', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page } = portal;
  await waitForMap(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  /** Opens a page from the menu, and runs `action` before that page's code has loaded. */
  const actWhileLoading = async (name: string, script: RegExp, action: () => Promise<unknown>) => {
    const loading = Promise.withResolvers<void>();
    await page.route(script, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await menu.getByRole('link', { name }).click();
    await action();
    loading.resolve();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  await actWhileLoading('Board', /assets\/Board-/, async () => {
    const request = page.waitForRequest(/bounds=/);
    await page.getByRole('region', { name: 'Map of tasks' }).press('ArrowRight');
    await request;
  });
  await page.goBack();
  await waitForMap(page);
  await page.clock.install();
  await page.getByLabel('Search tasks').fill('Lock');
  await actWhileLoading('Overview', /assets\/OverviewPage/, () => page.clock.runFor(2_000));
  portal.assertNoPageErrors();
});
