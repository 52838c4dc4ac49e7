import type { Me } from '#contract/user.ts';
import { EraseRequiredError, RequestRejectedError, type Server, SignedOutError } from './server.ts';

/** Returns the user of the browser's session. Throws SignedOutError if there is no session. */
export const readMe = async (sessionServer: Server): Promise<Me> => {
  if (!(await hasSession(sessionServer))) throw new SignedOutError(401, '');
  return sessionServer.request<Me>('GET', '/api/v1/me');
};

/** Checks for a session without a request that is rejected, which would show up in the browser's console. */
const hasSession = async (sessionServer: Server): Promise<boolean> =>
  (await sessionServer.request<{ isSignedIn: boolean }>('GET', '/inspect/session')).isSignedIn;

/** Registers this browser for the session's user. If the device ID exists, signs that device in again. */
export const signInDevice = async (
  sessionServer: Server,
  device: { id: string; name: string },
): Promise<void> => {
  await sessionServer.request('POST', '/api/v1/me/devices', { body: device });
};

/**
 * Signs out this device. Also ends the browser's session, so that the app does not use it to sign in again.
 * Throws ServerUnreachableError, EraseRequiredError.
 */
export const signOutDevice = async (deviceServer: Server, sessionServer: Server): Promise<void> => {
  await deviceServer.request('DELETE', '/api/v1/me/devices/current').catch(ignoreRejection);
  await endSession(sessionServer);
};

const endSession = async (sessionServer: Server): Promise<void> => {
  if (await hasSession(sessionServer))
    await sessionServer.request<void>('DELETE', '/api/v1/me/sessions/current').catch(ignoreRejection);
};

/**
 * Confirms that all data on this device has been erased. First ends the browser's session, so that the app
 * does not use it to sign in again and download everything. Throws ServerUnreachableError.
 */
export const confirmErased = async (deviceServer: Server, sessionServer: Server): Promise<void> => {
  await endSession(sessionServer);
  await deviceServer.request<void>('POST', '/api/v1/me/devices/current/erased').catch((error) => {
    if (!(error instanceof RequestRejectedError)) throw error;
  });
};

/** A sign-in or session that the server refuses to end has already ended. */
const ignoreRejection = (error: unknown): void => {
  if (!(error instanceof RequestRejectedError) || error instanceof EraseRequiredError) throw error;
};
