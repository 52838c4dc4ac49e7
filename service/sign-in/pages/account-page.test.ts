import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startDevice } from '#service/testing/start-device.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

const NEW_PASSWORD = 'seven green bicycles';

const start = async (t: TestContext) => {
  const service = await startService(t);
  await setPassword(service, 'anna', 'bram');
  return service;
};

const signIn = async ({ url }: TestService, username = 'anna', password = PASSWORD) => {
  const browser = createNoJsBrowser(url);
  const { status } = await browser.post('/sign-in', { username, password, tenancyName: 'default' });
  return { ...browser, status };
};

const buildPasswordForm = (overrides: Record<string, string> = {}) => ({
  currentPassword: PASSWORD,
  newPassword: NEW_PASSWORD,
  repeated: NEW_PASSWORD,
  ...overrides,
});

test('an anonymous user has to sign in first and then returns to the account page', async (t) => {
  const { url } = await start(t);
  const browser = createNoJsBrowser(url);
  assert.equal((await browser.get('/account')).location, '/sign-in?returnTo=%2Faccount');
  assert.equal(
    (await browser.post('/account/password', buildPasswordForm())).location,
    '/sign-in?returnTo=%2Faccount',
    'the URLs that forms are posted to have no page',
  );
});

test("the home page's redirect does not pass on a token in the fragment (L8)", async (t) => {
  const { url } = await start(t);
  assert.equal((await createNoJsBrowser(url).get('/')).location, '/portal#');
});

test('changing the password keeps the current session and ends all other sessions', async (t) => {
  const service = await start(t);
  const [current, other] = [await signIn(service), await signIn(service)];
  const { location } = await current.post('/account/password', buildPasswordForm());
  assert.equal(location, '/account?changed=password');
  assert.match((await current.get(location!)).text, /role="status"/);
  assert.equal((await other.get('/account')).location, '/sign-in?returnTo=%2Faccount');
  assert.equal((await signIn(service)).status, 400);
  assert.equal((await signIn(service, 'anna', NEW_PASSWORD)).status, 303);
});

test('a wrong, weak or mistyped password changes nothing and shows a message', async (t) => {
  const service = await start(t);
  const browser = await signIn(service);
  for (const [fields, message] of [
    [{ currentPassword: 'wrong' }, /Incorrect current password/],
    [{ newPassword: 'password123', repeated: 'password123' }, /This password is too weak/],
    [{ repeated: 'seven green bicycle' }, /The new passwords do not match/],
    [{ currentPassword: '' }, /Incorrect current password/],
    [{ newPassword: '', repeated: '' }, /This password is too weak/],
  ] as const) {
    const { status, text } = await browser.post('/account/password', buildPasswordForm(fields));
    assert.equal(status, 400);
    assert.match(text, message);
    assert.ok(!text.includes(NEW_PASSWORD));
    const [, otherLanguage] = /href="([^"]*)" lang="nl"/.exec(text)!;
    assert.equal((await browser.get(otherLanguage!)).status, 200);
  }
  assert.equal((await signIn(service)).status, 303);
});

test('users can sign out of another browser or everywhere', async (t) => {
  const service = await start(t);
  const [current, other, bram] = [
    await signIn(service),
    await signIn(service),
    await signIn(service, 'bram'),
  ];
  const page = await current.get('/account');
  const ids = [...page.text.matchAll(/\/account\/sessions\/([\da-f-]{36})\/end/g)].map(([, id]) => id!);
  assert.equal(ids.length, 2);
  const currentId = JSON.parse((await current.get('/api/v1/me/sessions')).text).sessions.find(
    ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
  ).id;
  const otherId = ids.find((id) => id !== currentId)!;
  assert.equal((await bram.post(`/account/sessions/${otherId}/end`, {})).status, 404);
  assert.equal((await current.post('/account/sessions/none/end', {})).status, 404);
  assert.equal((await current.post(`/account/sessions/${otherId}/end`, {})).location, '/account');
  assert.match((await other.get('/account')).location!, /^\/sign-in/);
  assert.equal((await current.post('/account/sign-out-everywhere', {})).location, '/sign-in');
  assert.equal(current.cookies.size, 0);
  assert.equal((await bram.get('/account')).status, 200);
});

test("users see their devices' unsent data and can sign out of a device", async (t) => {
  const service = await start(t);
  const [anna, bram] = [await signIn(service), await signIn(service, 'bram')];
  assert.doesNotMatch((await anna.get('/account')).text, /Your devices/);
  const phone = await startDevice(service.url, 'anna', { name: 'Chrome, <Android>' });
  const tablet = await startDevice(service.url, 'anna', { name: 'Firefox, Android' });
  const report = { unsentAnswers: 1, unsentPictures: 2, unsentSince: new Date().toISOString() };
  await phone.call('PUT', '/me/devices/current/report', report);
  const { text } = await anna.get('/account');
  assert.match(text, /Chrome, &lt;Android&gt;/);
  assert.match(text, /unsent: 1 answer, 2 photos/);
  assert.match(text, /no report of unsent data yet/);
  assert.match((await anna.get('/account', { 'accept-language': 'nl' })).text, /1 antwoord, 2 foto’s/);

  const end = `/account/devices/${phone.id}/end`;
  assert.equal((await bram.post(end, {})).status, 404);
  assert.equal((await anna.post('/account/devices/none/end', {})).status, 404);
  assert.equal((await anna.post(end, {})).location, '/account');
  assert.equal((await phone.call('GET', '/me')).status, 401);
  assert.equal((await tablet.call('GET', '/me')).status, 200);
  assert.equal((await anna.post(end, {})).status, 404);
  assert.doesNotMatch((await anna.get('/account')).text, /unsent:/);
});

test("other sites cannot submit the account page's forms (S29)", async (t) => {
  const service = await start(t);
  const browser = await signIn(service);
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    for (const path of [
      '/account/password',
      '/account/sign-out-everywhere',
      '/account/devices/00000000-0000-0000-0000-000000000000/end',
    ])
      assert.ok((await browser.post(path, buildPasswordForm(), headers)).status >= 400, path);
  }
  assert.equal((await browser.get('/account')).status, 200);
});

test('the account page is accessible in both themes and fits a small phone', async (t) => {
  const service = await start(t);
  const chromium = await launchChromium(t);
  if (!chromium) return;
  await startDevice(service.url, 'anna', { name: 'Firefox, Android' });
  for (const [colorScheme, locale, name] of [
    ['light', 'nl-NL', 'Overal uitloggen'],
    ['dark', 'en-GB', 'Sign out everywhere'],
  ] as const) {
    const context = await chromium.newContext({ colorScheme, locale, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    await page.goto(`${service.url}/sign-in?returnTo=/account`);
    await page.locator('#username').fill('anna');
    await page.locator('#password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.url}/account`);
    await assertAccessible(page);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320);
    assert.equal(await page.getByText('Chrome').count(), 1);
    await page.getByRole('button', { name }).click();
    await page.waitForURL(`${service.url}/sign-in`);
    await context.close();
  }
});
