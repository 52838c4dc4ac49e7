import type { Me } from '#contract/user.ts';
import {
  EraseRequiredError,
  RequestRejectedError,
  type ServerClient,
  SignedOutError,
} from './server-client.ts';

/** Returns the user of the browser's session. Throws SignedOutError if there is no session. */
export const readMe = async (sessionClient: ServerClient): Promise<Me> => {
  if (!(await hasSession(sessionClient))) throw new SignedOutError(401, '');
  return sessionClient.request<Me>('GET', '/api/v1/me');
};

/** Checks for a session without risking a rejection, which the browser's console would report. */
const hasSession = async (sessionClient: ServerClient): Promise<boolean> =>
  (await sessionClient.request<{ isSignedIn: boolean }>('GET', '/inspect/session')).isSignedIn;

/** Registers this browser as a device of the session's user, or signs an existing device back in. */
export const signInDevice = async (
  sessionClient: ServerClient,
  device: { id: string; name: string },
): Promise<void> => {
  await sessionClient.request('POST', '/api/v1/me/devices', { body: device });
};

/** Also ends the session, so that the app does not sign back in. Throws ServerUnreachableError, EraseRequiredError. */
export const signOutDevice = async (
  deviceClient: ServerClient,
  sessionClient: ServerClient,
): Promise<void> => {
  await deviceClient.request('DELETE', '/api/v1/me/devices/current').catch(ignoreRejection);
  await endSession(sessionClient);
};

const endSession = async (sessionClient: ServerClient): Promise<void> => {
  if (await hasSession(sessionClient))
    await sessionClient.request<void>('DELETE', '/api/v1/me/sessions/current').catch(ignoreRejection);
};

/** Ends the session first, so that the app does not sign back in and download again. Throws ServerUnreachableError. */
export const confirmErasure = async (
  deviceClient: ServerClient,
  sessionClient: ServerClient,
): Promise<void> => {
  await endSession(sessionClient);
  await deviceClient.request<void>('POST', '/api/v1/me/devices/current/erased').catch((error) => {
    if (!(error instanceof RequestRejectedError)) throw error;
  });
};

/** Ignores rejections: a sign-in or session that the server refuses to end has already ended. */
const ignoreRejection = (error: unknown): void => {
  if (!(error instanceof RequestRejectedError) || error instanceof EraseRequiredError) throw error;
};
