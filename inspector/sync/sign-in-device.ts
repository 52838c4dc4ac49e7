import type { Me } from '#contract/user.ts';
import { EraseRequired, RejectedError, type Server } from './server.ts';

/** Returns the user of the browser's session. Throws SignedOut if there is none. */
export const readMe = (browser: Server): Promise<Me> => browser.request<Me>('GET', '/api/v1/me');

/**
 * Registers this browser as a device of the session's user. With the id of one of the user's devices, that device is
 * signed in again.
 */
export const signInDevice = async (browser: Server, device: { id: string; name: string }): Promise<void> => {
  await browser.request('POST', '/api/v1/me/devices', { body: device });
};

/**
 * Signs out this device, and the browser's session: with the session the app would sign in again automatically.
 * Throws Unreachable, EraseRequired.
 */
export const signOutDevice = async (device: Server, browser: Server): Promise<void> => {
  await device.request('DELETE', '/api/v1/me/devices/current').catch(ignoreEnded);
  await endSession(browser);
};

const endSession = (browser: Server): Promise<void> =>
  browser.request<void>('DELETE', '/api/v1/me/sessions/current').catch(ignoreEnded);

/**
 * Confirms to the server that all data on this device has been erased. First it ends the browser's session: with the
 * session the app would sign in again and download everything. Throws Unreachable.
 */
export const confirmErased = async (device: Server, browser: Server): Promise<void> => {
  await endSession(browser);
  await device.request<void>('POST', '/api/v1/me/devices/current/erased').catch((error) => {
    if (!(error instanceof RejectedError)) throw error;
  });
};

/** If the server rejects ending a sign-in, it has already ended. */
const ignoreEnded = (error: unknown): void => {
  if (!(error instanceof RejectedError) || error instanceof EraseRequired) throw error;
};
