import type { Server } from './server.ts';

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

/** Ends the sign-in of this device, and of this browser if there is one. */
export const signOutDevice = async (device: Server, browser: Server): Promise<void> => {
  await device.ask('DELETE', '/api/v1/me/devices/current');
  await browser.ask('DELETE', '/api/v1/me/sessions/current').catch(() => {});
};

/** Tells that nothing is left on this device, as it was told to see to. */
export const confirmErased = (device: Server): Promise<void> =>
  device.ask('POST', '/api/v1/me/devices/current/erased');
