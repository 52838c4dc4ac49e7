import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'playwright-core';
import { startPortal } from '#portal/testing/open-portal.ts';

const isTaskRequest = (request: Request) => new URL(request.url()).pathname === '/api/v1/tasks';
const readRequestKind = (request: Request) => request.headers()['x-requested-with'];

test('automatic reloads are marked as background requests (S26)', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/board' });
  if (!portal) return;
  const { page, service } = portal;
  await page.clock.install();
  await page.goto(`${service.url}/portal/tasks`);
  await page.locator('[data-live=true]').waitFor();
  await page.getByText('0 tasks').waitFor();
  await page.clock.fastForward('01:00');

  const reloadRequest = page.waitForRequest(isTaskRequest);
  const task = { title: 'Railing', teamName: 'Bridges', workbookName: 'BridgeInspection' };
  assert.equal((await (await service.as('admin')).post('/api/v1/tasks', task)).status, 201);
  assert.equal(readRequestKind(await reloadRequest), 'ronda-background');
  await page.getByText('1 task', { exact: true }).waitFor();

  const searchRequest = page.waitForRequest(isTaskRequest);
  await page.getByLabel('Search tasks').fill('railing');
  assert.equal(readRequestKind(await searchRequest), 'ronda');
  portal.assertNoPageErrors();
});
