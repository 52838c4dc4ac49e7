import assert from 'node:assert/strict';
import { run } from '#service/database/statement.ts';
import { PASSWORD } from './give-password.ts';
import { type BrowserAnswer, createPlainBrowser, type PlainBrowser } from './plain-browser.ts';
import type { TestService } from './start-service.ts';

export const FROM_DEVICE = { 'x-requested-with': 'ronda-device', 'sec-fetch-site': 'same-origin' };

/** A browser that is a device of somebody, who is signed in to it by a session as well. */
export type TestDevice = {
  id: string;
  browser: PlainBrowser;
  /** As the app on it would; by the session it is `browser.call`. */
  call(method: string, path: string, body?: unknown, headers?: object): Promise<BrowserAnswer>;
};

/** Signs somebody in who has the password of tests. */
export const signInByBrowser = async (
  url: string,
  username: string,
  browser = createPlainBrowser(url),
  tenancyName = 'default',
): Promise<PlainBrowser> => {
  const answer = await browser.post('/sign-in', { username, password: PASSWORD, tenancyName });
  assert.equal(answer.status, 303, answer.text);
  return browser;
};

/** Makes a browser that is signed in a device of whoever that is. */
export const makeDevice = async (browser: PlainBrowser, draft: object = {}): Promise<TestDevice> => {
  const answer = await browser.call('POST', '/api/v1/me/devices', { name: 'Chrome on Android', ...draft });
  assert.equal(answer.status, 201, answer.text);
  return {
    id: JSON.parse(answer.text).id,
    browser,
    call: (method, path, body, headers) =>
      browser.call(method, `/api/v1${path}`, body, { ...FROM_DEVICE, ...headers }),
  };
};

export const startDevice = async (url: string, userName: string, draft?: object): Promise<TestDevice> =>
  makeDevice(await signInByBrowser(url, userName), draft);

/** As if a device had not been in contact for so many days, since it told what it has not sent. */
export const silenceDevice = async (
  { database }: TestService,
  { id }: TestDevice,
  days: number,
): Promise<void> => {
  await run(
    database.db,
    `update device set last_seen_at = now() - make_interval(days => $2),
                       unsent_since = unsent_since - make_interval(days => $2) where device_id = $1`,
    [id, days],
  );
};
