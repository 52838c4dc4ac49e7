import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { createPlainBrowser } from '#service/testing/plain-browser.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

const PASSWORD = 'seven green bicycles';
const chosen = { newPassword: PASSWORD, repeated: PASSWORD };

const startWithLink = async (t: TestContext) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
  const makeLink = async () => {
    const { status, body } = await admin.post(path, { purpose: 'invitation', by: 'link' });
    assert.equal(status, 201);
    return body.url as string;
  };
  return { ...service, admin, makeLink, link: await makeLink(), browser: createPlainBrowser(service.url) };
};

test('who has the link chooses a password, once, and signs in with it', async (t) => {
  const { link, browser } = await startWithLink(t);
  const page = await browser.get(link);
  assert.match(page.text, /Choose a password for anna/);
  const { status, location } = await browser.post(link, chosen);
  assert.deepEqual([status, location], [303, '/sign-in?tenancyName=default&notice=passwordSaved']);
  assert.match((await browser.get(location!)).text, /Your new password is saved/);
  const signedIn = await browser.post('/sign-in', {
    username: 'anna',
    password: PASSWORD,
    tenancyName: 'default',
  });
  assert.equal(signedIn.status, 303);
  for (const again of [await browser.get(link), await browser.post(link, chosen)]) {
    assert.equal(again.status, 404);
    assert.match(again.text, /used or has expired/);
  }
});

test('a weak or mistyped password is refused, and the link still counts', async (t) => {
  const { link, browser } = await startWithLink(t);
  for (const [wrong, words] of [
    [{ newPassword: 'password123', repeated: 'password123' }, /Choose another password/],
    [{ ...chosen, repeated: 'other' }, /The two new passwords differ/],
    [{ newPassword: '', repeated: '' }, /Choose another password/],
  ] as const) {
    const { status, text } = await browser.post(link, wrong);
    assert.equal(status, 400);
    assert.match(text, words);
  }
  assert.equal((await browser.post(link, chosen)).status, 303);
});

test('of two who use a link at once one chooses', async (t) => {
  const { link, browser } = await startWithLink(t);
  const answers = await Promise.all(
    ['seven green bicycles', 'eight blue bicycles'].map((newPassword) =>
      browser.post(link, { newPassword, repeated: newPassword }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 404]);
});

test('a link that is unknown, replaced, too old or of a disabled user leads nowhere', async (t) => {
  const { link, makeLink, admin, organisation, database, browser, url } = await startWithLink(t);
  const fresh = await makeLink();
  const addresses = [link, `${url}/choose-password/x`, `${url}/choose-password/1_${'x'.repeat(43)}`];
  for (const address of addresses) assert.equal((await browser.get(address)).status, 404, address);
  const path = `/api/v1/users/${organisation.userIds.anna}`;
  await admin.request('PATCH', path, { isActive: false });
  assert.equal((await browser.post(fresh, chosen)).status, 404);
  await admin.request('PATCH', path, { isActive: true });
  const old = await makeLink();
  await run(database.db, "update password_link set expires_at = now() - interval '1 second'", []);
  assert.equal((await browser.post(old, chosen)).status, 404);
});

test('another site cannot choose the password', async (t) => {
  const { link, browser } = await startWithLink(t);
  const answer = await browser.post(link, chosen, { 'sec-fetch-site': 'cross-site' });
  assert.equal(answer.status, 400);
  assert.equal((await browser.get(link)).status, 200);
});

test('the page is accessible and tells its address to nobody else', async (t) => {
  const { link } = await startWithLink(t);
  const chromium = await launchChromium(t);
  if (!chromium) return;
  const page = await (
    await chromium.newContext({ locale: 'nl-NL', viewport: { width: 320, height: 640 } })
  ).newPage();
  const answer = await page.goto(link);
  assert.equal(answer!.headers()['referrer-policy'], 'same-origin');
  await assertAccessible(page);
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Nieuw wachtwoord, nogmaals').fill(PASSWORD);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByRole('status').waitFor();
  await assertAccessible(page);
});
