import type { Store } from '#inspector/store/store.ts';
import { startOutboxSender } from '#inspector/sync/outbox-sender.ts';
import type { Server } from '#inspector/sync/server.ts';

/** Sends the outbox of a device until nothing more can be sent now. Rejects if no one is signed in. */
export const sendAll = (store: Store, server: Server, device = 'phone'): Promise<void> =>
  new Promise((resolve, reject) => {
    const sync = startOutboxSender({
      ...{ store, server, device, chance: () => 0 },
      onSending: () => {
        if (sync.sending().size > 0) return;
        sync.stop();
        resolve();
      },
      onSignedOut: reject,
    });
    sync.wake();
  });
