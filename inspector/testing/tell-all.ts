import type { Store } from '#inspector/store/store.ts';
import type { Server } from '#inspector/sync/server.ts';
import { startSync } from '#inspector/sync/sync.ts';

/** Tells the server all that waits on a device, until nothing more can be told now. Rejects when nobody is signed in. */
export const tellAll = (store: Store, server: Server, device = 'phone'): Promise<void> =>
  new Promise((resolve, reject) => {
    const sync = startSync({
      ...{ store, server, device, chance: () => 0 },
      onSending: () => {
        if (sync.sending().size > 0) return;
        sync.stop();
        resolve();
      },
      onSignedOut: reject,
    });
    sync.poke();
  });
