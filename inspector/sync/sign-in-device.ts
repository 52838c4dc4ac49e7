import { MustErase, Refused, type Server } from './server.ts';

/** Who is signed in (GET /api/v1/me). */
export type Me = {
  id: number;
  userName: string;
  name: string;
  surname: string;
  tenancyName: string;
  teamIds: string[];
};

/** Who has signed in in this browser, whose session `browser` speaks for. Throws SignedOut when nobody has. */
export const readMe = (browser: Server): Promise<Me> => browser.ask<Me>('GET', '/api/v1/me');

/** Makes this browser a device of who is signed in in it; with the id of one of theirs it signs in anew. */
export const signInDevice = async (browser: Server, device: { id: string; name: string }): Promise<void> => {
  await browser.ask('POST', '/api/v1/me/devices', { body: device });
};

/**
 * Ends the sign-in of this device, and of this browser: with its session the app would sign in again by itself. Throws
 * Unreachable, MustErase.
 */
export const signOutDevice = async (device: Server, browser: Server): Promise<void> => {
  await device.ask('DELETE', '/api/v1/me/devices/current').catch(unlessOver);
  await endSession(browser);
};

const endSession = (browser: Server): Promise<void> =>
  browser.ask<void>('DELETE', '/api/v1/me/sessions/current').catch(unlessOver);

/**
 * Reports that nothing is left on this device, as the server asked. Before that it ends the session of this browser: with it
 * the app would sign in again and download everything. Throws Unreachable.
 */
export const confirmErased = async (device: Server, browser: Server): Promise<void> => {
  await endSession(browser);
  await device.ask<void>('POST', '/api/v1/me/devices/current/erased').catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
};

/** A sign-in that the server refuses to end has ended already. */
const unlessOver = (error: unknown): void => {
  if (!(error instanceof Refused) || error instanceof MustErase) throw error;
};
