import {
  type Identity,
  type IdentityDatabase,
  recordErasure,
  updateIdentity,
} from '#inspector/store/device-identity.ts';
import { EraseRequiredError, type Server } from './server.ts';
import { confirmErased, signOutDevice } from './sign-in-device.ts';

export type SignOut = {
  identity: IdentityDatabase;
  /** Sends requests with the device's cookie. */
  deviceServer: Server;
  /** Sends requests with the browser session's cookie. */
  sessionServer: Server;
  eraseStore(person: string): Promise<void>;
  eraseAllStores(): Promise<void>;
};

/**
 * Can be interrupted and repeated. Erases the data first, which needs no network, and then reports it. Throws
 * ServerUnreachableError, in which case the remaining steps are stored for the next attempt.
 */
export const finishSignOut = async (
  signOut: SignOut,
  { toErase, unacknowledged }: Pick<Identity, 'toErase' | 'unacknowledged'>,
): Promise<void> => {
  const { identity, deviceServer, sessionServer } = signOut;
  if (unacknowledged === 'erasure') await signOut.eraseAllStores();
  for (const person of toErase) await signOut.eraseStore(person);
  if (toErase.length > 0) await updateIdentity(identity, () => ({ toErase: [] }));
  if (unacknowledged === 'sign-out')
    await signOutDevice(deviceServer, sessionServer).catch(async (error) => {
      if (!(error instanceof EraseRequiredError)) throw error;
      await finishSignOut(signOut, await recordErasure(identity));
    });
  if (unacknowledged === 'erasure') await confirmErased(deviceServer, sessionServer);
  if (unacknowledged !== null) await updateIdentity(identity, () => ({ unacknowledged: null }));
};
