import {
  type Identity,
  type IdentityDatabase,
  recordErasure,
  updateIdentity,
} from '#inspector/store/device-identity.ts';
import { EraseRequiredError, type ServerClient } from './server-client.ts';
import { confirmErasure, signOutDevice } from './sign-in-device.ts';

export type SignOutContext = {
  identity: IdentityDatabase;
  deviceClient: ServerClient;
  sessionClient: ServerClient;
  eraseStore(storeName: string): Promise<void>;
  eraseAllStores(): Promise<void>;
};

/** Erases data before reporting to the server. Safe to interrupt and repeat. Throws ServerUnreachableError. */
export const finishSignOut = async (
  signOut: SignOutContext,
  { toErase, unacknowledged: pendingReport }: Pick<Identity, 'toErase' | 'unacknowledged'>,
): Promise<void> => {
  const { identity, deviceClient, sessionClient } = signOut;
  if (pendingReport === 'erasure') await signOut.eraseAllStores();
  for (const storeName of toErase) await signOut.eraseStore(storeName);
  if (toErase.length > 0) await updateIdentity(identity, () => ({ toErase: [] }));
  if (pendingReport === 'sign-out')
    await signOutDevice(deviceClient, sessionClient).catch(async (error) => {
      if (!(error instanceof EraseRequiredError)) throw error;
      await finishSignOut(signOut, await recordErasure(identity));
    });
  if (pendingReport === 'erasure') await confirmErasure(deviceClient, sessionClient);
  if (pendingReport !== null) await updateIdentity(identity, () => ({ unacknowledged: null }));
};
