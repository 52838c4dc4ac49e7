import type { Me } from '#contract/user.ts';
import { EraseRequired, RequestRejectedError, type Server, SignedOut } from './server.ts';

/** Returns the user of the browser's session. Throws SignedOut if there is none. */
export const readMe = async (browser: Server): Promise<Me> => {
  if (!(await hasSession(browser))) throw new SignedOut(401, '');
  return browser.request<Me>('GET', '/api/v1/me');
};

/** Without this question the browser's console would show a rejected request before every sign-in. */
const hasSession = async (browser: Server): Promise<boolean> =>
  (await browser.request<{ isSignedIn: boolean }>('GET', '/inspect/session')).isSignedIn;

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

const endSession = async (browser: Server): Promise<void> => {
  if (await hasSession(browser))
    await browser.request<void>('DELETE', '/api/v1/me/sessions/current').catch(ignoreEnded);
};

/**
 * Confirms to the server that all data on this device has been erased. First it ends the browser's session: with the
 * session the app would sign in again and download everything. Throws Unreachable.
 */
export const confirmErased = async (device: Server, browser: Server): Promise<void> => {
  await endSession(browser);
  await device.request<void>('POST', '/api/v1/me/devices/current/erased').catch((error) => {
    if (!(error instanceof RequestRejectedError)) throw error;
  });
};

/** If the server rejects ending a sign-in, it has already ended. */
const ignoreEnded = (error: unknown): void => {
  if (!(error instanceof RequestRejectedError) || error instanceof EraseRequired) throw error;
};
