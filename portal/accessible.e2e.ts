import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import type { TestService } from '#service/testing/start-service.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Creates data for every route and returns a URL for each. */
const prepareUrls = async (service: TestService): Promise<Record<string, string>> => {
  const { organisation } = service;
  const [erp, admin] = [await service.as('erp'), await service.as('admin')];
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  // Creates many tasks with long titles so that the content scrolls.
  for (let number = 1; number <= 12; number += 1)
    await planTask(service, erp, {
      externalId: `late ${number}`,
      title: `Inspect the northern railing of lock ${number} and everything that is attached to it`,
      dueDate: yesterday,
      ...(number % 2 === 0 && { plannedStart: yesterday }),
    });
  const taskId = await planTask(service, erp, {
    externalId: 'today',
    title: 'Inspect the lock',
    plannedStart: new Date().toISOString(),
  });
  const inspection = await startNewInspection(service, {
    fields: [{ name: 'Colour', type: 'text', label: 'Colour' }],
  });
  await inspection.answer({ Colour: 'red' });
  assert.equal((await inspection.complete()).status, 200);
  const provider = await admin.post('/api/v1/login-providers', {
    type: 'oidc',
    name: 'Municipality',
    issuer: 'https://id.example.org',
    clientId: 'ronda',
    clientSecret: 'stored',
    isEnabled: false,
  });
  assert.equal(provider.status, 201);
  const [contentType] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const workbookId = organisation.workbookIds.Railing;
  return {
    '/': '/',
    '/tasks': '/tasks',
    '/tasks/new': '/tasks/new',
    '/tasks/import': '/tasks/import',
    '/tasks/$taskId': `/tasks/${taskId}`,
    '/tasks/$taskId/edit': `/tasks/${taskId}/edit`,
    '/board': '/board',
    '/map': '/map',
    '/inspections': '/inspections',
    '/inspections/$inspectionId': `/inspections/${inspection.id}`,
    '/workbooks': '/workbooks',
    '/workbooks/$workbookId': `/workbooks/${workbookId}`,
    '/workbooks/$workbookId/design': `/workbooks/${workbookId}/design`,
    '/items': '/items',
    '/items/$contentTypeId': `/items/${contentType.id}`,
    '/teams': '/teams',
    '/teams/$teamId': `/teams/${organisation.teamIds.Bridges}`,
    '/people': '/people',
    '/people/$userId': `/people/${organisation.userIds.anna}`,
    '/devices': '/devices',
    '/roles': '/roles',
    '/sign-in-settings': '/sign-in-settings',
    '/sign-in-settings/new/$type': '/sign-in-settings/new/oidc',
    '/sign-in-settings/$providerId': `/sign-in-settings/${provider.body.id}`,
    '/audit': '/audit',
    '/integration': '/integration',
  };
};

const listRoutePaths = (): string[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('-routes.tsx'))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^ {2}path: '([^']+)'/gm),
    ])
    .map(([, path]) => path!);

test('every page is accessible on a phone and on a desktop, in light and dark mode', async (t) => {
  let urls: Record<string, string> = {};
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      urls = await prepareUrls(service);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  assert.deepEqual(Object.keys(urls).sort(), listRoutePaths().sort(), 'a URL for every route');
  const failures: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const url of Object.values(urls)) {
      await page.goto(`${service.url}/portal${url}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      await assertAccessibleInBothThemes(page).catch((error: Error) =>
        failures.push(`${size.width} ${url}: ${error.message}`),
      );
    }
  }
  assert.deepEqual(failures, []);
});

test('every page fits on a phone in German, which has the longest words', async (t) => {
  let urls: Record<string, string> = {};
  const portal = await startPortal(t, {
    path: '/portal/roles',
    locale: 'de-AT',
    prepare: async (service) => {
      urls = await prepareUrls(service);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.setViewportSize(SIZES[0]!);
  const tooWide: string[] = [];
  for (const url of Object.values(urls)) {
    await page.goto(`${service.url}/portal${url}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    assert.equal(await page.getAttribute('html', 'lang'), 'de', url);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (width > SIZES[0]!.width) tooWide.push(`${url}: ${width}`);
  }
  assert.deepEqual(tooWide, []);
});
