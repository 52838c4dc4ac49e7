import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { startOpenIdProvider } from '#service/testing/openid-provider.ts';
import { parseForm, toFormValues } from './provider-form.ts';

test('a provider survives conversion to form values and back unchanged', () => {
  const provider = {
    type: 'oidc',
    name: 'Municipality',
    imageUri: null,
    issuer: 'https://id.example.org',
    clientId: 'ronda',
    scopes: ['openid', 'groups'],
    userNameClaim: 'sam',
    autoProvision: true,
    defaultRoles: ['Viewer'],
    roleMapping: { claim: 'roles', roles: { planners: ['Planner', 'Viewer'] } },
    teamMapping: {
      claim: 'groups',
      teams: {
        east: [
          { team: 'Bridges', group: 'Inspectors' },
          { team: 'Locks', group: 'Viewer' },
        ],
      },
    },
    signsInAdministrators: true,
    tokenInFragment: false,
  } as const;
  assert.deepEqual(parseForm('oidc', toFormValues(provider as never)), provider);
});

test('the request omits incomplete mapping rows and fields that belong to other types', () => {
  const form = toFormValues({
    issuer: 'http://adfs',
    clientId: 'of another type',
    signInUrl: ' https://adfs/ls/ ',
  });
  form.certificates =
    'x\n-----BEGIN CERTIFICATE-----\na\n-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nb\n-----END CERTIFICATE-----';
  form.roleClaim = 'groups';
  form.roleRows = [
    { value: '', roles: ['Planner'] },
    { value: 'a', roles: [] },
    { value: 'b', roles: ['Viewer'] },
    { value: 'b', roles: ['Planner', 'Viewer'] },
  ];
  const provider = parseForm('wsfederation', form);
  assert.equal(provider.clientId, undefined);
  assert.equal(provider.signInUrl, 'https://adfs/ls/');
  assert.equal(provider.certificates?.length, 2);
  assert.deepEqual(provider.roleMapping, { claim: 'groups', roles: { b: ['Viewer', 'Planner'] } });
});

test('an administrator creates a provider, tests it, fixes an error and enables it', async (t) => {
  const portal = await startPortal(t, { path: '/portal/sign-in-settings' });
  if (!portal) return;
  const { page, service } = portal;
  const idp = await startOpenIdProvider(t, `${service.url}/api/account/ExternalLoginCallback`);
  await page.getByRole('heading', { name: 'No identity providers yet' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Add provider' }).first().click();
  await page.getByRole('menuitem', { name: /^OpenID Connect/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Municipality');
  await page.getByRole('textbox', { name: 'Issuer' }).fill(idp.issuer);
  await page.getByRole('textbox', { name: 'Client ID' }).fill(idp.clientId);
  await page.getByLabel('Client secret').first().fill('wrong secret');
  await page.getByLabel('Claim', { exact: true }).first().fill('groups');
  await page.getByRole('button', { name: 'Add value' }).click();
  await page.getByRole('textbox', { name: 'Value 1' }).fill('planners');
  await page.getByRole('combobox', { name: 'Roles for value 1' }).click();
  await page.getByRole('option', { name: 'Planner' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create and test' }).click();

  await page.getByRole('heading', { name: 'Municipality', level: 1 }).waitFor();
  const test = page.getByRole('region', { name: 'Test' });
  await test.getByRole('button', { name: 'Test and enable' }).click();
  await test.getByText('Some checks failed. Fix the errors before you enable the provider.').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByLabel('Client secret').first().fill(idp.clientSecret);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Municipality saved').waitFor();
  await test.getByRole('button', { name: 'Test and enable' }).click();
  await test.getByRole('button', { name: 'Disable' }).waitFor();
  await test.getByText('All checks passed.').waitFor();
  const signInPage = await fetch(`${service.url}/sign-in`);
  assert.match(await signInPage.text(), /Municipality/);
  await page.getByRole('link', { name: 'Sign-in', exact: true }).first().click();
  await page.getByRole('row', { name: /Municipality.*Enabled/ }).waitFor();
  await page.getByRole('switch', { name: /^Allow applications to get access tokens with/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Sign-in settings saved').waitFor();
  portal.assertNoPageErrors();
});
