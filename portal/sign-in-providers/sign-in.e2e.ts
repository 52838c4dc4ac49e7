import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { bringToFrontLater } from '#portal/testing/bring-to-front.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import type { TestService } from '#service/testing/start-service.ts';

const PROVIDER = {
  type: 'oidc',
  name: 'Municipality',
  issuer: 'https://id.example.org',
  clientId: 'ronda',
  clientSecret: 'kept',
  isEnabled: false,
};

const makeProvider = async (service: TestService): Promise<string> =>
  (await (await service.as('admin')).post('/api/v1/login-providers', PROVIDER)).body.id;

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

test('a provider that somebody else changed is not overwritten unseen, and goes after a question', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    path: '/portal',
    prepare: async (service) => {
      id = await makeProvider(service);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Mine');
  const admin = await service.as('admin');
  const address = `/api/v1/login-providers/${id}`;
  const theirs = { ...PROVIDER, name: 'Theirs' };
  await admin.request('PUT', address, theirs, { 'if-match': '*' });
  await save(page);
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  await page.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor();
  await page.getByText('Somebody else made it: Theirs').waitFor();
  await assertAccessibleInBothThemes(page);
  await save(page);
  await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();

  // The same for a mapping that was read anew before it is saved.
  const roles = page.getByRole('group', { name: 'Roles by claim' });
  await roles.getByLabel('Claim').fill('mine');
  const mapping = { claim: 'theirs', roles: { boss: ['Planner'] } };
  await admin.request('PUT', address, { ...theirs, roleMapping: mapping }, { 'if-match': '*' });
  await bringToFrontLater(page);
  await roles.getByText('Somebody else made it: theirs – boss: Planner').waitFor();
  await save(page);
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  assert.deepEqual((await admin.get(address)).body.roleMapping, mapping);
  await page.getByRole('button', { name: 'Cancel' }).click();

  // Neither addresses of others.
  await page.goto(`${service.url}/portal/sign-in-settings`);
  const settings = '/api/v1/sign-in-settings';
  const settle = (allowedRedirectUris: string[]) =>
    admin.request('PATCH', settings, { allowedRedirectUris }, { 'if-match': '*' });
  const redirects = page.getByRole('textbox', { name: /addresses/i });
  await redirects.fill('https://mine.example.org/');
  await settle(['https://theirs.example.org/']);
  await bringToFrontLater(page);
  await page.getByText('Somebody else made it: https://theirs.example.org/').waitFor();
  await save(page);
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  await save(page);
  await page.getByText('Ways to sign in changed').waitFor();
  await settle(['https://later.example.org/']);
  await page.keyboard.press('Control+z');
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  assert.deepEqual((await admin.get(settings)).body.allowedRedirectUris, ['https://later.example.org/']);
  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);

  await page.getByRole('button', { name: 'Remove the provider' }).click();
  const ask = page.getByRole('dialog', { name: 'Remove the provider' });
  await ask.getByText('Remove Theirs?').waitFor();
  await assertAccessibleInBothThemes(page);
  await ask.getByRole('button', { name: 'Remove the provider' }).click();
  await page.getByRole('heading', { name: 'No identity providers yet' }).waitFor();
  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);
  await page.getByRole('alert').waitFor();
  portal.assertQuiet();
});

test('on a phone, in Dutch, each kind of provider has its form, and what is wrong is told', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/sign-in-settings' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('heading', { name: 'Nog geen identiteitsaanbieders' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  for (const type of ['oauth2', 'wsfederation', 'oidc']) {
    await page.goto(`${service.url}/portal/sign-in-settings/new/${type}`);
    await page.getByRole('textbox', { name: 'Naam', exact: true }).fill(type);
    await assertWithinWindow(page);
  }
  await page.getByRole('textbox', { name: 'Uitgever' }).fill('no address');
  await page.getByRole('textbox', { name: 'Client-id' }).fill('ronda');
  await page.getByLabel('Clientgeheim').first().fill('secret');
  await page.getByRole('button', { name: /^Maken/ }).click();
  await page
    .getByText(/issuer/i)
    .first()
    .waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});
