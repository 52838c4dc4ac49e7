import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { bringToFrontLater } from '#portal/testing/bring-to-front.ts';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import type { TestService } from '#service/testing/start-service.ts';

const PROVIDER = {
  type: 'oidc',
  name: 'Municipality',
  issuer: 'https://id.example.org',
  clientId: 'ronda',
  clientSecret: 'stored',
  isEnabled: false,
};

const createProvider = async (service: TestService): Promise<string> =>
  (await (await service.as('admin')).post('/api/v1/login-providers', PROVIDER)).body.id;

const clickSave = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

test('an administrator sees someone else’s changes before overwriting a provider, and confirms its deletion', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    path: '/portal',
    prepare: async (service) => {
      id = await createProvider(service);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Mine');
  const admin = await service.as('admin');
  const path = `/api/v1/login-providers/${id}`;
  const theirProvider = { ...PROVIDER, name: 'Theirs' };
  await admin.request('PUT', path, theirProvider, { 'if-match': '*' });
  await clickSave(page);
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  await page.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor();
  await page.getByText('Changed by someone else to: Theirs').waitFor();
  await assertAccessibleInBothThemes(page);
  await clickSave(page);
  await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();

  // The administrator also sees changes to a mapping that the page has refetched in the meantime.
  const roles = page.getByRole('group', { name: 'Map claims to roles' });
  await roles.getByLabel('Claim').fill('mine');
  const mapping = { claim: 'theirs', roles: { boss: ['Planner'] } };
  await admin.request('PUT', path, { ...theirProvider, roleMapping: mapping }, { 'if-match': '*' });
  await bringToFrontLater(page);
  await roles.getByText('Changed by someone else to: theirs – boss: Planner').waitFor();
  await clickSave(page);
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  assert.deepEqual((await admin.get(path)).body.roleMapping, mapping);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });

  // The administrator also sees changes to redirect URLs.
  await page.goto(`${service.url}/portal/sign-in-settings`);
  const settingsPath = '/api/v1/sign-in-settings';
  const setRedirects = (allowedRedirectUris: string[]) =>
    admin.request('PATCH', settingsPath, { allowedRedirectUris }, { 'if-match': '*' });
  const redirects = page.getByRole('textbox', { name: 'Allowed redirect URLs' });
  await redirects.fill('https://mine.example.org/');
  await setRedirects(['https://theirs.example.org/']);
  await bringToFrontLater(page);
  await page.getByText('Changed by someone else to: https://theirs.example.org/').waitFor();
  await clickSave(page);
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  await clickSave(page);
  await page.getByText('Sign-in settings saved').waitFor();
  await setRedirects(['https://later.example.org/']);
  await page.keyboard.press('Control+z');
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  assert.deepEqual((await admin.get(settingsPath)).body.allowedRedirectUris, ['https://later.example.org/']);
  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);

  await page.getByRole('button', { name: 'Delete provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete provider' });
  await dialog.getByText('Delete Theirs?').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Delete provider' }).click();
  await page.getByRole('heading', { name: 'No identity providers yet' }).waitFor();
  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);
  await page.getByRole('alert').waitFor();
  portal.assertNoPageErrors();
});

test('each type of provider has a form on a phone in Dutch, with errors next to the fields', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/sign-in-settings' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('heading', { name: 'Nog geen identiteitsproviders' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  for (const type of ['oauth2', 'wsfederation', 'oidc']) {
    await page.goto(`${service.url}/portal/sign-in-settings/new/${type}`);
    await page.getByRole('textbox', { name: 'Naam', exact: true }).fill(type);
    await assertWithinWindow(page);
  }
  await page.getByRole('textbox', { name: 'Uitgever' }).fill('no address');
  await page.getByRole('textbox', { name: 'Client-ID' }).fill('ronda');
  await page.getByLabel('Clientgeheim').first().fill('secret');
  await page.getByRole('button', { name: /^Aanmaken/ }).click();
  await page
    .getByText(/issuer/i)
    .first()
    .waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('settings forms keep text typed while saving, and viewers cannot open administration forms', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    path: '/portal',
    prepare: async (service) => {
      id = await createProvider(service);
    },
  });
  if (!portal) return;
  const { page, open, service } = portal;
  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Town');
  const heldResponses = await holdResponses(page, 'PUT', /\/login-providers\//);
  await clickSave(page);
  await heldResponses.waitUntilHandled();
  await name.fill('Town hall');
  heldResponses.release();
  await page.getByRole('heading', { name: 'Town', exact: true, level: 1 }).waitFor();
  assert.equal(await name.inputValue(), 'Town hall');
  await clickSave(page);
  await page.getByRole('heading', { name: 'Town hall', level: 1 }).waitFor();

  await page.goto(`${service.url}/portal/sign-in-settings`);
  const redirects = page.getByRole('textbox', { name: 'Allowed redirect URLs' });
  await redirects.fill('https://one.example.org/');
  const heldSettingsResponses = await holdResponses(page, 'PATCH', /\/sign-in-settings$/);
  await clickSave(page);
  await heldSettingsResponses.waitUntilHandled();
  await redirects.fill('https://one.example.org/\nhttps://two.example.org/');
  heldSettingsResponses.release();
  await page.getByText('Sign-in settings saved').waitFor();
  await clickSave(page);
  await page.getByText('Sign-in settings saved').nth(1).waitFor();
  const { body } = await (await service.as('admin')).get('/api/v1/sign-in-settings');
  assert.deepEqual(body.allowedRedirectUris, ['https://one.example.org/', 'https://two.example.org/']);

  const viewer = await open('/portal', 'viewer');
  for (const path of ['sign-in-settings/new/oidc', 'people?new=person', 'roles?role=new']) {
    await viewer.goto(`${service.url}/portal/${path}`);
    await viewer.getByRole('heading', { name: 'You do not have permission to do this' }).waitFor();
    assert.equal(await viewer.getByRole('textbox').count(), 0);
  }
  await assertAccessibleInBothThemes(viewer);
  portal.assertNoPageErrors();
});
