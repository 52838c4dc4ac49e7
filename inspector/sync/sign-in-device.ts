import type { Me } from '#contract/user.ts';
import { EraseRequiredError, RequestRejectedError, type Server, SignedOutError } from './server.ts';

/** Returns the user of the browser's session. Throws SignedOutError if there is none. */
export const readMe = async (browser: Server): Promise<Me> => {
  if (!(await hasSession(browser))) throw new SignedOutError(401, '');
  return browser.request<Me>('GET', '/api/v1/me');
};

/** Avoids a rejected request before every sign-in, which the browser's console would report. */
const hasSession = async (browser: Server): Promise<boolean> =>
  (await browser.request<{ isSignedIn: boolean }>('GET', '/inspect/session')).isSignedIn;

/** Registers this browser as a device of the session's user. The id of an existing device signs it in again. */
export const signInDevice = async (browser: Server, device: { id: string; name: string }): Promise<void> => {
  await browser.request('POST', '/api/v1/me/devices', { body: device });
};

/**
 * Signs out this device, and ends the browser's session, with which the app would sign in again. Throws
 * ServerUnreachableError, EraseRequiredError.
 */
export const signOutDevice = async (device: Server, browser: Server): Promise<void> => {
  await device.request('DELETE', '/api/v1/me/devices/current').catch(ignoreRejection);
  await endSession(browser);
};

const endSession = async (browser: Server): Promise<void> => {
  if (await hasSession(browser))
    await browser.request<void>('DELETE', '/api/v1/me/sessions/current').catch(ignoreRejection);
};

/**
 * Ends the browser's session, with which the app would sign in again and download everything. Then confirms that all
 * data on this device has been erased. Throws ServerUnreachableError.
 */
export const confirmErased = async (device: Server, browser: Server): Promise<void> => {
  await endSession(browser);
  await device.request<void>('POST', '/api/v1/me/devices/current/erased').catch((error) => {
    if (!(error instanceof RequestRejectedError)) throw error;
  });
};

/** If the server rejects the end of a sign-in, it has already ended. */
const ignoreRejection = (error: unknown): void => {
  if (!(error instanceof RequestRejectedError) || error instanceof EraseRequiredError) throw error;
};
