import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

const startWithPassword = async (t: TestContext) => {
  const service = await startService(t);
  await setPassword(service, 'anna');
  return { ...service, browser: createNoJsBrowser(service.url) };
};

const validForm = { username: 'anna', password: PASSWORD, tenancyName: 'default' };

test('after signing in, the user returns to the requested page, but only if it is on this server (S17)', async (t) => {
  const { browser } = await startWithPassword(t);
  const readLocation = async (returnTo: string) =>
    (await browser.post(`/sign-in?${new URLSearchParams({ returnTo })}`, validForm)).location;
  assert.equal(await readLocation('/tasks?state=Active'), '/tasks?state=Active');
  assert.equal(await readLocation('/'), '/');
  for (const otherSite of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/x',
    '/..//evil.example',
  ])
    assert.equal(await readLocation(otherSite), '/', otherSite);
  assert.equal(await readLocation('/€/😀?x=é'), '/%E2%82%AC/%F0%9F%98%80?x=%C3%A9');
  assert.equal((await browser.get(`/sign-in?returnTo=${encodeURIComponent('/€')}`)).location, '/%E2%82%AC');
  assert.equal((await browser.get('/sign-in?returnTo=//evil.example')).location, '/');
  assert.equal((await browser.get('/sign-in?returnTo=/tasks')).location, '/tasks');
});

test('a wrong user name, password or organisation leads to the same page (S24)', async (t) => {
  const { browser } = await startWithPassword(t);
  const pages = [];
  for (const form of [
    { ...validForm, password: 'wrong' },
    { ...validForm, username: 'nobody' },
    { ...validForm, tenancyName: 'nowhere' },
  ]) {
    const { status, text } = await browser.post('/sign-in', form);
    assert.equal(status, 400);
    assert.equal(browser.cookies.size, 0);
    pages.push(text.replaceAll(/value="[^"]*"/g, ''));
  }
  assert.equal(new Set(pages).size, 1);
  assert.match(pages[0]!, /role="alert"/);
});

test('a form posted by another site does not sign the user in', async (t) => {
  const { browser } = await startWithPassword(t);
  for (const headers of [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const { status } = await browser.post('/sign-in', validForm, headers);
    assert.equal(status, 400, JSON.stringify(headers));
    assert.equal(browser.cookies.size, 0);
  }
});

test('input is shown as text, never as HTML', async (t) => {
  const { browser } = await startWithPassword(t);
  const malicious = `"><script>alert('1')</script>&`;
  const { text } = await browser.post('/sign-in', {
    ...validForm,
    username: malicious,
    returnTo: malicious,
    password: 'x',
  });
  assert.ok(!text.includes('<script'));
  assert.ok(text.includes('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;'));
  assert.ok(!text.includes('value="x"'));
});

test('the response to an unreadable form is an error page', async (t) => {
  const { browser, url } = await startWithPassword(t);
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
  for (const [body, status] of [
    ['username=a&username=b', 400],
    ['username=%ff', 400],
    [`username=${'x'.repeat(20_000)}`, 413],
    ['', 400],
  ] as const) {
    const response = await fetch(`${url}/sign-in`, { method: 'POST', headers, body });
    assert.equal(response.status, status, body.slice(0, 30));
    assert.match(await response.text(), /<!doctype html>/);
  }
  const jsonResponse = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(validForm),
  });
  assert.equal(jsonResponse.status, 415);
  assert.equal(browser.cookies.size, 0);
});

test('an error page says that the provider in a link does not exist', async (t) => {
  const { browser } = await startWithPassword(t);
  const { status, text } = await browser.get('/sign-in/with?provider=<b>Nobody</b>&lang=nl');
  assert.equal(status, 400);
  assert.match(text, /<p>Deze identiteitsprovider bestaat niet\.<\/p>/);
});

test('the page is in the language the browser prefers', async (t) => {
  const { browser } = await startWithPassword(t);
  assert.match(
    (await browser.get('/sign-in', { 'accept-language': 'nl-BE' })).text,
    /<html lang="nl">.*Inloggen/s,
  );
  assert.match((await browser.get('/sign-in', { 'accept-language': 'de' })).text, /<html lang="de">/);
  assert.match((await browser.get('/sign-in', { 'accept-language': 'fr' })).text, /<html lang="en">/);
  assert.match((await browser.get('/sign-in?lang=nl', { 'accept-language': 'en' })).text, /<html lang="nl">/);
  const response = await browser.post('/sign-in?lang=nl&returnTo=%2Ftasks', {
    ...validForm,
    password: 'wrong',
  });
  assert.match(response.text, /<html lang="nl">.*href="\/sign-in\?lang=en&amp;returnTo=%2Ftasks"/s);
});

test('passwords are not accepted over plain HTTP from another machine (A3)', async (t) => {
  const service = await startService(t, { trustProxy: ['127.0.0.1'], publicUrl: 'http://ronda.example.org' });
  await setPassword(service, 'anna');
  const browser = createNoJsBrowser(service.url);
  const plainHttp = {
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'http',
    'sec-fetch-site': 'same-origin',
  };
  assert.equal((await browser.get('/sign-in', plainHttp)).status, 400);
  assert.equal((await browser.post('/sign-in', validForm, plainHttp)).status, 400);
  assert.equal(browser.cookies.size, 0);
});

test('signing in on the page is recorded in the audit log', async (t) => {
  const service = await startWithPassword(t);
  await service.browser.post('/sign-in', validForm);
  const { body } = await (await service.as('admin')).get('/api/v1/audit-events?kind=sign-in');
  assert.deepEqual(
    body.events.map(({ kind, actorName, details }: Record<string, unknown>) => [kind, actorName, details]),
    [['sign-in.succeeded', 'anna', { by: 'password', session: true }]],
  );
});

test('the page works with a keyboard and without scripts, and is accessible in both themes', async (t) => {
  const service = await startWithPassword(t);
  await createOrganisation(service.database.db, 'elsewhere');
  const { tenantId } = service.organisation;
  await run(
    service.database.db,
    `insert into login_provider (tenant_id, provider_id, name, type, is_enabled, settings)
     values ($1, gen_random_uuid(), 'Municipality', 'oidc', true, '{}')`,
    [tenantId],
  );
  const chromium = await launchChromium(t);
  if (!chromium) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    const themedContext = await chromium.newContext({
      colorScheme,
      locale: 'nl-NL',
      viewport: { width: 320, height: 640 },
    });
    const page = await themedContext.newPage();
    await page.goto(`${service.url}/sign-in`);
    await assertAccessible(page);
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(scrollWidth <= 320, 'the page is wider than the screen');
    await page.getByLabel('Gebruikersnaam').fill('anna');
    await page.getByLabel('Wachtwoord').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await assertAccessible(page);
    await themedContext.close();
  }
  const context = await chromium.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${service.url}/sign-in?returnTo=/api/v1/me`);
  assert.equal(await page.getByLabel('Organisation').inputValue(), 'default');
  assert.equal(await page.getByRole('link', { name: 'Sign in with Municipality' }).count(), 1);
  await page.getByLabel('User name').focus();
  await page.keyboard.type('anna');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.url}/api/v1/me`);
  assert.equal(JSON.parse((await page.textContent('body'))!).userName, 'anna');
});
