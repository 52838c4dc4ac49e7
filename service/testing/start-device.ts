import assert from 'node:assert/strict';
import { run } from '#service/database/statement.ts';
import { type BrowserResponse, createNoJsBrowser, type NoJsBrowser } from './no-js-browser.ts';
import { PASSWORD } from './set-password.ts';
import type { TestService } from './start-service.ts';

export const FROM_DEVICE = { 'x-requested-with': 'ronda-device', 'sec-fetch-site': 'same-origin' };

/** A browser registered as its user's device, which also has a session. */
export type TestDevice = {
  id: string;
  browser: NoJsBrowser;
  /** Sends a request as the app does. `browser.call` uses the session instead. */
  call(method: string, path: string, body?: unknown, headers?: object): Promise<BrowserResponse>;
};

/** Signs in a user with PASSWORD. */
export const signInWithBrowser = async (
  url: string,
  username: string,
  browser = createNoJsBrowser(url),
  tenancyName = 'default',
): Promise<NoJsBrowser> => {
  const response = await browser.post('/sign-in', { username, password: PASSWORD, tenancyName });
  assert.equal(response.status, 303, response.text);
  return browser;
};

/** Registers a signed-in browser as its user's device. */
export const createDevice = async (browser: NoJsBrowser, overrides: object = {}): Promise<TestDevice> => {
  const response = await browser.call('POST', '/api/v1/me/devices', {
    name: 'Chrome, Android',
    ...overrides,
  });
  assert.equal(response.status, 201, response.text);
  return {
    id: JSON.parse(response.text).id,
    browser,
    call: (method, path, body, headers) =>
      browser.call(method, `/api/v1${path}`, body, { ...FROM_DEVICE, ...headers }),
  };
};

export const startDevice = async (url: string, userName: string, overrides?: object): Promise<TestDevice> =>
  createDevice(await signInWithBrowser(url, userName), overrides);

/**
 * Moves a device's last contact, and the start of its unsent data, a number of days into the past.
 */
export const simulateNoContact = async (
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
