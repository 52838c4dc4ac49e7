import {
  type Identity,
  type IdentityDatabase,
  recordAcknowledged,
  recordErased,
  recordErasure,
} from '#inspector/store/device-identity.ts';
import { MustErase, type Server } from './server.ts';
import { confirmErased, signOutDevice } from './sign-in-device.ts';

export type Ending = {
  identity: IdentityDatabase;
  /** That of the device, and that of the browser's session. */
  server: Server;
  browser: Server;
  eraseStore(person: string): Promise<void>;
  eraseEverybody(): Promise<void>;
};

/**
 * Finishes what a sign-out or an erasure started, however often it was cut off: first erases, which needs no network, then
 * reports it. Throws Unreachable, with what is left recorded for the next time.
 */
export const finishEnding = async (
  ending: Ending,
  { toErase, unacknowledged }: Pick<Identity, 'toErase' | 'unacknowledged'>,
): Promise<void> => {
  const { identity, server, browser } = ending;
  if (unacknowledged === 'erasure') await ending.eraseEverybody();
  for (const person of toErase) await ending.eraseStore(person);
  if (toErase.length > 0) await recordErased(identity);
  if (unacknowledged === 'sign-out')
    await signOutDevice(server, browser).catch(async (error) => {
      if (!(error instanceof MustErase)) throw error;
      await finishEnding(ending, await recordErasure(identity));
    });
  if (unacknowledged === 'erasure') await confirmErased(server);
  if (unacknowledged !== null) await recordAcknowledged(identity);
};
