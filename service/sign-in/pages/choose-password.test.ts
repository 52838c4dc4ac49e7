import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

const PASSWORD = 'seven green bicycles';
const passwordForm = { newPassword: PASSWORD, repeated: PASSWORD };

const startWithLink = async (t: TestContext) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
  const createLink = async () => {
    const { status, body } = await admin.post(path, { purpose: 'invitation', delivery: 'link' });
    assert.equal(status, 201);
    return body.url as string;
  };
  return {
    ...service,
    admin,
    createLink,
    link: await createLink(),
    browser: createNoJsBrowser(service.url),
  };
};

test('a user chooses a password through a single-use link and signs in with it', async (t) => {
  const { link, browser } = await startWithLink(t);
  const page = await browser.get(link);
  assert.match(page.text, /Choose a password for anna/);
  const { status, location } = await browser.post(link, passwordForm);
  assert.deepEqual([status, location], [303, '/sign-in?tenancyName=default&notice=passwordSaved']);
  assert.match((await browser.get(location!)).text, /Your password has been saved/);
  const signInResponse = await browser.post('/sign-in', {
    username: 'anna',
    password: PASSWORD,
    tenancyName: 'default',
  });
  assert.equal(signInResponse.status, 303);
  for (const response of [await browser.get(link), await browser.post(link, passwordForm)]) {
    assert.equal(response.status, 404);
    assert.match(response.text, /used or has expired/);
  }
});

test('a weak or mistyped password is rejected, and the link stays valid', async (t) => {
  const { link, browser } = await startWithLink(t);
  for (const [fields, message] of [
    [{ newPassword: 'password123', repeated: 'password123' }, /This password is too weak/],
    [{ ...passwordForm, repeated: 'other' }, /The new passwords do not match/],
    [{ newPassword: '', repeated: '' }, /This password is too weak/],
  ] as const) {
    const { status, text } = await browser.post(link, fields);
    assert.equal(status, 400);
    assert.match(text, message);
  }
  assert.equal((await browser.post(link, passwordForm)).status, 303);
});

test('if a link is used twice concurrently, it works only once', async (t) => {
  const { link, browser } = await startWithLink(t);
  const responses = await Promise.all(
    ['seven green bicycles', 'eight blue bicycles'].map((newPassword) =>
      browser.post(link, { newPassword, repeated: newPassword }),
    ),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 404]);
});

test('a link that is unknown, replaced or expired, or whose user is disabled, shows an error', async (t) => {
  const { link, createLink, admin, organisation, database, browser, url } = await startWithLink(t);
  const newLink = await createLink();
  const urls = [link, `${url}/choose-password/x`, `${url}/choose-password/1_${'x'.repeat(43)}`];
  for (const unusableUrl of urls) assert.equal((await browser.get(unusableUrl)).status, 404, unusableUrl);
  const path = `/api/v1/users/${organisation.userIds.anna}`;
  await admin.request('PATCH', path, { isActive: false });
  assert.equal((await browser.post(newLink, passwordForm)).status, 404);
  await admin.request('PATCH', path, { isActive: true });
  const expiredLink = await createLink();
  await run(database.db, "update password_link set expires_at = now() - interval '1 second'", []);
  assert.equal((await browser.post(expiredLink, passwordForm)).status, 404);
});

test('other sites cannot submit the form (S29)', async (t) => {
  const { link, browser } = await startWithLink(t);
  const response = await browser.post(link, passwordForm, { 'sec-fetch-site': 'cross-site' });
  assert.equal(response.status, 400);
  assert.equal((await browser.get(link)).status, 200);
});

test('the page is accessible and does not reveal its URL to other sites', async (t) => {
  const { link } = await startWithLink(t);
  const chromium = await launchChromium(t);
  if (!chromium) return;
  const page = await (
    await chromium.newContext({ locale: 'nl-NL', viewport: { width: 320, height: 640 } })
  ).newPage();
  const response = await page.goto(link);
  assert.equal(response!.headers()['referrer-policy'], 'same-origin');
  await assertAccessible(page);
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Nieuw wachtwoord bevestigen').fill(PASSWORD);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByRole('status').waitFor();
  await assertAccessible(page);
});
