import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';

const createCsv = (...lines: string[]) => ({
  name: 'bridges.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

test('an import shows a preview of the changes to each row before it makes them', async (t) => {
  const portal = await startPortal(t, { path: '/portal/items' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Bridge' }).click();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const fileInput = page.locator('input[type=file]');
  await fileInput.setInputFiles(createCsv('title', 'Nameless'));
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await assertAccessibleInBothThemes(page);

  await fileInput.setInputFiles(
    createCsv(
      'externalId,title,address,built',
      'BR-001,Magere Brug,Amstel,1934',
      'BR-002,Bridge BR-002,,',
      'BR-003,Torensluis,,1648',
      'BR-004,,,',
    ),
  );
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('row', { name: /^2 Changed BR-001 · Magere Brug Title, Address, built/ }).waitFor();
  await preview.getByRole('row', { name: /^4 New BR-003 · Torensluis/ }).waitFor();
  await preview.getByRole('row', { name: /^5 Error .*The title is missing/ }).waitFor();
  await preview.getByText('Unchanged: 1').waitFor();
  await assertAccessibleInBothThemes(page);
  await preview.getByRole('button', { name: /^Result/ }).click();
  await page.getByRole('checkbox', { name: 'New' }).check();
  await preview.getByRole('row', { name: /^2 Changed/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  const admin = await service.as('admin');
  const [{ id }] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  assert.equal((await admin.get(`/api/v1/content-types/${id}/items`)).body.items.length, 2);

  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('region', { name: 'Imported' }).getByText('New: 1').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /Torensluis.*built: 1648/ }).waitFor();
  portal.assertNoPageErrors();
});

test('an administrator sees someone else’s changes before overwriting an item, and an error for an unknown content type', async (t) => {
  const portal = await startPortal(t, { path: '/portal/items' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Bridge' }).click();
  await page.getByRole('button', { name: 'Bridge BR-001' }).click();
  const drawer = page.getByRole('dialog', { name: 'Bridge BR-001' });
  await drawer.getByLabel('Title').fill('Mine');
  const admin = await service.as('admin');
  const [{ id }] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const path = `/api/v1/content-types/${id}/items/${service.organisation.itemIds['BR-001']}`;
  await admin.request('PATCH', path, { title: 'Theirs' }, { 'if-match': '*' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  const refreshedDrawer = page.getByRole('dialog', { name: 'Theirs' });
  await refreshedDrawer
    .getByText('Someone else has changed this in the meantime', { exact: false })
    .waitFor();
  await refreshedDrawer.getByText('Changed by someone else to: Theirs').waitFor();
  await assertAccessibleInBothThemes(page);
  await refreshedDrawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Mine saved').waitFor();

  await page.goto(`${service.url}/portal/items`);
  await page.getByRole('button', { name: 'Rename Bridge' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Crossing');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Crossing' }).waitFor();
  await page.goto(`${service.url}/portal/items/${service.organisation.itemIds['BR-001']}`);
  await page.getByRole('alert').waitFor();
  portal.assertNoPageErrors();
});

test('an administrator views, creates and imports items on a phone in Dutch', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/items' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Bridge' }).click();
  await page.getByRole('button', { name: 'Bridge BR-001' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'CSV importeren' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles(createCsv('externalId,title', 'BR-001,Magere Brug', ',x'));
  await page.getByRole('row', { name: /^2 Gewijzigd/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nieuw object' }).click();
  await page.getByRole('dialog', { name: 'Nieuw object' }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('attributes that someone else has changed are shown before they are overwritten, and a late response does not navigate away', async (t) => {
  const portal = await startPortal(t, { path: '/portal/items' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Bridge' }).click();
  await page.getByRole('button', { name: 'Bridge BR-001' }).click();
  const drawer = page.getByRole('dialog', { name: 'Bridge BR-001' });
  await drawer.getByRole('button', { name: 'Add attribute' }).click();
  await drawer.getByRole('textbox', { name: 'Attribute 1', exact: true }).fill('mine');
  await drawer.getByRole('textbox', { name: 'Value of attribute 1' }).fill('1');
  const admin = await service.as('admin');
  const [{ id }] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const path = `/api/v1/content-types/${id}/items/${service.organisation.itemIds['BR-001']}`;
  const attributes = { built: 1648, listed: true };
  await admin.request('PATCH', path, { attributes }, { 'if-match': '*' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Changed by someone else to: built: 1648, listed: yes').waitFor();
  await assertAccessibleInBothThemes(page);

  const heldResponses = await holdResponses(page, 'PATCH', /\/items\//);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await heldResponses.waitUntilHandled();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  const { href } = new URL(page.url());
  heldResponses.release();
  await page.getByText('Bridge BR-001 saved').waitFor();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  assert.equal(page.url(), href);
  portal.assertNoPageErrors();
});

test('an item form stays open and keeps text typed while it is being saved', async (t) => {
  const portal = await startPortal(t, { path: '/portal/items' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Bridge' }).click();
  await page.getByRole('button', { name: 'Bridge BR-001' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title').fill('Magere Brug');
  const heldResponses = await holdResponses(page, 'PATCH', /\/items\//);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await heldResponses.waitUntilHandled();
  await drawer.getByLabel('Address').fill('Amstel');
  heldResponses.release();
  await page.getByText('Magere Brug saved').waitFor();
  await drawer.getByRole('button', { name: 'Save', disabled: false }).click();
  await drawer.waitFor({ state: 'detached' });
  const admin = await service.as('admin');
  const [{ id }] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const { itemIds } = service.organisation;
  const { body } = await admin.get(`/api/v1/content-types/${id}/items/${itemIds['BR-001']}`);
  assert.deepEqual([body.title, body.address], ['Magere Brug', 'Amstel']);
  portal.assertNoPageErrors();
});
