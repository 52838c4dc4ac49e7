import type { Store } from '#inspector/store/store.ts';
import { startOutboxSender } from '#inspector/sync/outbox-sender.ts';
import type { Server } from '#inspector/sync/server.ts';

/** Sends everything that can currently be sent. Rejects if the device is signed out. */
export const sendAll = (store: Store, server: Server, device = 'phone'): Promise<void> =>
  new Promise((resolve, reject) => {
    const sender = startOutboxSender({
      ...{ store, server, device, random: () => 0 },
      onSending: () => {
        if (sender.getSending().size > 0) return;
        sender.stop();
        resolve();
      },
      onSignedOut: reject,
    });
    sender.wake();
  });
