import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { holdAnswers } from '#portal/testing/hold-answers.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { makePmtiles } from '#service/testing/make-pmtiles.ts';
import { placeTasks } from '#service/testing/place-tasks.ts';
import { planTask } from '#service/testing/plan-task.ts';

/** Of the map in the window. */
const mapOf = async (page: Page) => {
  await page.waitForURL(/at=/);
  const canvas = page.getByRole('region', { name: 'Map of tasks' });
  await canvas.waitFor();
  await page.locator('.maplibregl-map[aria-busy=false]').waitFor();
  return (await canvas.boundingBox())!;
};

test('what is drawn around is chosen, with shift a box and with Ctrl in addition, and the board opens with it', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page } = portal;
  const { x, y, width, height } = await mapOf(page);
  const draw = async (...spots: [number, number][]) => {
    const [first, ...rest] = spots.map(([across, down]) => [x + across * width, y + down * height] as const);
    await page.mouse.move(...first!);
    await page.mouse.down();
    for (const spot of rest) await page.mouse.move(...spot, { steps: 3 });
    await page.mouse.up();
  };
  // The two places lie beside each other on the left and the right.
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Lasso', pressed: true }).waitFor();
  await draw([0.02, 0.1], [0.4, 0.1], [0.4, 0.9], [0.02, 0.9]);
  await page.getByRole('toolbar', { name: '3 chosen' }).waitFor();
  await page.keyboard.down('Shift');
  await page.keyboard.down('Control');
  await draw([0.6, 0.2], [0.98, 0.8]);
  await page.keyboard.up('Control');
  await page.keyboard.up('Shift');
  await page.getByRole('toolbar', { name: '4 chosen' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar').waitFor({ state: 'detached' });

  // Who goes elsewhere meanwhile stays there.
  await page.getByRole('button', { name: 'Choose all in view' }).click();
  const reading = await holdAnswers(page, 'GET', /\/api\/v1\/tasks\?id=/);
  const read = page.waitForResponse(/\/api\/v1\/tasks\?id=/);
  await page.getByRole('button', { name: 'Open in board' }).click();
  await reading.untilDone();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  reading.letGo();
  await (await read).finished();
  await page.evaluate('new Promise(requestAnimationFrame)');
  assert.match(page.url(), /workbooks$/);
  await page.goBack();

  await page.getByRole('button', { name: 'Open in board' }).click();
  await page.getByText('4 chosen').first().waitFor();
  portal.assertQuiet();
});

test('the board opens in the week in which the first chosen task is planned here, also just after midnight', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map',
    prepare: async (service) => {
      await placeTasks(service);
      // Monday 00:30 in Amsterdam.
      await planTask(service, await service.as('erp'), {
        workbookName: 'BridgeInspection',
        itemsToInspect: ['BR-001'],
        plannedStart: '2027-03-07T23:30:00Z',
      });
    },
  });
  if (!portal) return;
  const { page } = portal;
  await mapOf(page);
  await page.getByRole('button', { name: 'Choose all in view' }).click();
  await page.getByRole('button', { name: 'Open in board' }).click();
  await page.waitForURL(/board\?date=2027-03-08/);
  portal.assertQuiet();
});

test('a place tells about its tasks one after the other, and its address brings others there', async (t) => {
  const portal = await startPortal(t, {
    userName: 'viewer',
    // So near that no other place is seen, and the place in the middle.
    path: '/portal/map?at=4.9,52.36,17',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page, open } = portal;
  const { x, y, width, height } = await mapOf(page);
  await page.getByText('3 tasks', { exact: true }).waitFor();
  const card = page.getByText('1 of 3 at this place');
  await page.mouse.click(x + width / 2, y + height / 2);
  await card.waitFor();
  await page.getByRole('button', { name: 'Next at this place' }).click();
  await page.getByText('2 of 3 at this place').waitFor();
  await assertAccessibleInBothThemes(page);
  assert.equal(await page.getByRole('button', { name: 'Choose all in view' }).count(), 1);

  const other = await open(new URL(page.url()).pathname + new URL(page.url()).search);
  await other.getByText('1 of 3 at this place').waitFor();
  await other.getByRole('link', { name: 'Open the task' }).click();
  await other.getByRole('heading', { level: 1, name: /Railing/ }).waitFor();
  // A viewer looks and does not act.
  await page.getByRole('button', { name: 'Choose all in view' }).click();
  await page.getByRole('toolbar', { name: '3 chosen' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Assign', exact: true }).count(), 0);
  portal.assertQuiet();
});

test('on a phone, in Dutch, the map is above the list, and nothing is wider than the window', async (t) => {
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
  await page.getByRole('button', { name: 'Alles in beeld kiezen' }).click();
  await page.getByRole('toolbar', { name: '4 gekozen' }).waitFor();
  await assertAccessibleInBothThemes(page);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await page.getByRole('option', { name: /Deck/ }).click();
  await page.getByRole('button', { name: 'Deck sluiten' }).click();
  portal.assertQuiet();
});

test('a browser that cannot draw the map has the list, with everything that can be done', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', prepare: placeTasks });
  if (!portal) return;
  const { page, service } = portal;
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  await page.goto(`${service.url}/portal/map`);
  await page.getByText('This browser cannot draw the map').waitFor();
  await page.getByRole('option', { name: /Survey/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('toolbar', { name: '1 chosen' }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('the map is drawn on the operator’s own tiles, which say where they come from, and asks no other host', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  const mapFile = join(folder, 'map.pmtiles');
  // Of every layer that is drawn: a style that is wrong is told in the console.
  const layers = [
    ['landcover', 'landuse', 'park', 'water', 'buildings', 'building', 'roads', 'transportation'],
    ['boundaries', 'boundary', 'transportation_name', 'places', 'place', 'unknown'],
  ].flat();
  const attribution =
    '<a href="https://example.org/" onclick="alert()">© Map makers</a><img src="https://example.org/">';
  await writeFile(mapFile, makePmtiles({ layers, attribution }));
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal',
    prepare: placeTasks,
    service: { mapFile },
  });
  if (!portal) return;
  const { page, service } = portal;
  const asked: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.pmtiles'))
      asked.push(`${response.status()} ${response.request().headers().range}`);
  });
  await page.goto(`${service.url}/portal/map`);
  await page.getByText('© Map makers', { exact: true }).waitFor();
  assert.ok(asked.length > 0 && asked.every((one) => one.startsWith('206 bytes=')), asked.join());
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('a planner who opens another page while the map still moves or the search is typed gets there', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page } = portal;
  await mapOf(page);
  const menu = page.getByRole('navigation', { name: 'Pages' });
  /** Does something after the click, before the program of the other page has arrived. */
  const clickThen = async (name: string, program: RegExp, act: () => Promise<unknown>) => {
    const released = Promise.withResolvers<void>();
    await page.route(program, async (route) => {
      await released.promise;
      await route.continue();
    });
    await menu.getByRole('link', { name }).click();
    await act();
    released.resolve();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  await clickThen('Board', /assets\/Board-/, async () => {
    const moved = page.waitForRequest(/bounds=/);
    await page.getByRole('region', { name: 'Map of tasks' }).press('ArrowRight');
    await moved;
  });
  await page.goBack();
  await mapOf(page);
  await page.clock.install();
  await page.getByLabel('Search tasks').fill('Lock');
  await clickThen('Overview', /assets\/OverviewPage/, () => page.clock.runFor(2_000));
  portal.assertQuiet();
});
