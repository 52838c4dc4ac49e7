import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { givePassword, PASSWORD } from '#service/testing/give-password.ts';
import { createPlainBrowser } from '#service/testing/plain-browser.ts';
import { startDevice } from '#service/testing/start-device.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

const NEW_PASSWORD = 'seven green bicycles';

const start = async (t: TestContext) => {
  const service = await startService(t);
  await givePassword(service, 'anna', 'bram');
  return service;
};

const signIn = async ({ url }: TestService, username = 'anna', password = PASSWORD) => {
  const browser = createPlainBrowser(url);
  const { status } = await browser.post('/sign-in', { username, password, tenancyName: 'default' });
  return { ...browser, status };
};

const change = (differences: Record<string, string> = {}) => ({
  currentPassword: PASSWORD,
  newPassword: NEW_PASSWORD,
  repeated: NEW_PASSWORD,
  ...differences,
});

test('who is not signed in signs in first, and comes back to the account', async (t) => {
  const { url } = await start(t);
  const browser = createPlainBrowser(url);
  assert.equal((await browser.get('/account')).location, '/sign-in?returnTo=%2Faccount');
  assert.equal(
    (await browser.post('/account/password', change())).location,
    '/sign-in?returnTo=%2Faccount',
    'where a form is posted to there is no page',
  );
});

test('a token in the fragment of an address goes no further than the front door (L8)', async (t) => {
  const { url } = await start(t);
  assert.equal((await createPlainBrowser(url).get('/')).location, '/portal#');
});

test('one changes the own password, stays signed in here and is out everywhere else', async (t) => {
  const service = await start(t);
  const [here, there] = [await signIn(service), await signIn(service)];
  const { location } = await here.post('/account/password', change());
  assert.equal(location, '/account?changed=password');
  assert.match((await here.get(location!)).text, /role="status"/);
  assert.equal((await there.get('/account')).location, '/sign-in?returnTo=%2Faccount');
  assert.equal((await signIn(service)).status, 400);
  assert.equal((await signIn(service, 'anna', NEW_PASSWORD)).status, 303);
});

test('a password that is wrong, weak or mistyped changes nothing and is told in words', async (t) => {
  const service = await start(t);
  const browser = await signIn(service);
  for (const [wrong, words] of [
    [{ currentPassword: 'wrong' }, /Your current password is not right/],
    [{ newPassword: 'password123', repeated: 'password123' }, /Choose another password/],
    [{ repeated: 'seven green bicycle' }, /The two new passwords differ/],
    [{ currentPassword: '' }, /Your current password is not right/],
    [{ newPassword: '', repeated: '' }, /Choose another password/],
  ] as const) {
    const { status, text } = await browser.post('/account/password', change(wrong));
    assert.equal(status, 400);
    assert.match(text, words);
    assert.ok(!text.includes(NEW_PASSWORD));
    const [, otherLanguage] = /href="([^"]*)" lang="nl"/.exec(text)!;
    assert.equal((await browser.get(otherLanguage!)).status, 200);
  }
  assert.equal((await signIn(service)).status, 303);
});

test('one signs out of another browser, of this one, or everywhere', async (t) => {
  const service = await start(t);
  const [here, there, bram] = [await signIn(service), await signIn(service), await signIn(service, 'bram')];
  const page = await here.get('/account');
  const ids = [...page.text.matchAll(/\/account\/sessions\/([\da-f-]{36})\/end/g)].map(([, id]) => id!);
  assert.equal(ids.length, 2);
  const current = JSON.parse((await here.get('/api/v1/me/sessions')).text).sessions.find(
    ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
  ).id;
  const other = ids.find((id) => id !== current)!;
  assert.equal((await bram.post(`/account/sessions/${other}/end`, {})).status, 404);
  assert.equal((await here.post('/account/sessions/none/end', {})).status, 404);
  assert.equal((await here.post(`/account/sessions/${other}/end`, {})).location, '/account');
  assert.match((await there.get('/account')).location!, /^\/sign-in/);
  assert.equal((await here.post('/account/sign-out-everywhere', {})).location, '/sign-in');
  assert.equal(here.cookies.size, 0);
  assert.equal((await bram.get('/account')).status, 200);
});

test('one sees the devices that one inspects with, and signs out of one that is lost', async (t) => {
  const service = await start(t);
  const [phone, tablet] = [
    await startDevice(service.url, 'anna', { name: 'Firefox on <Android>' }),
    await startDevice(service.url, 'anna'),
  ];
  const report = { unsentAnswers: 12, unsentPictures: 3, unsentSince: '2026-11-21T08:00:00.000Z' };
  assert.equal((await phone.call('PUT', '/me/devices/current/report', report)).status, 204);
  const [here, bram] = [await signIn(service), await signIn(service, 'bram')];
  const { text } = await here.get('/account');
  assert.match(text, /<strong>Firefox on &lt;Android&gt;<\/strong>.*15 not sent yet/);
  assert.ok(text.includes(`/account/devices/${tablet.id}/end`));
  assert.doesNotMatch((await bram.get('/account')).text, /devices/i);
  assert.equal((await bram.post(`/account/devices/${phone.id}/end`, {})).status, 404);
  assert.equal((await here.post('/account/devices/none/end', {})).status, 404);
  assert.equal((await here.post(`/account/devices/${phone.id}/end`, {})).location, '/account');
  assert.equal((await phone.call('GET', '/me')).status, 401);
  assert.equal((await tablet.call('GET', '/me')).status, 200);
  assert.doesNotMatch((await here.get('/account')).text, /Firefox on/);
});

test('no other site can post the forms of the account (S29)', async (t) => {
  const service = await start(t);
  const { browser, id } = await startDevice(service.url, 'anna');
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    for (const path of ['/account/password', `/account/devices/${id}/end`, '/account/sign-out-everywhere'])
      assert.ok((await browser.post(path, change(), headers)).status >= 400, path);
  }
  assert.equal((await browser.get('/account')).status, 200);
});

test('the account is accessible in both themes and languages, on a small phone, and works without scripts', async (t) => {
  const service = await start(t);
  await startDevice(service.url, 'anna', { name: 'Chromium on a phone in the van' });
  const chromium = await launchChromium(t);
  if (!chromium) return;
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
    const devices = await page.getByText('Chromium on a phone').count();
    // Whoever signs out everywhere is out there too.
    assert.equal(devices, colorScheme === 'light' ? 1 : 0);
    await page.getByRole('button', { name }).click();
    await page.waitForURL(`${service.url}/sign-in`);
    await context.close();
  }
});
