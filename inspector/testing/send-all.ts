import type { Store } from '#inspector/store/store.ts';
import { startOutboxSender } from '#inspector/sync/outbox-sender.ts';
import type { ServerClient } from '#inspector/sync/server-client.ts';

/** Sends everything that can currently be sent. Rejects if the device is signed out. */
export const sendAll = (store: Store, client: ServerClient, deviceId = 'phone'): Promise<void> =>
  new Promise((resolve, reject) => {
    const sender = startOutboxSender({
      ...{ store, client, deviceId, random: () => 0 },
      onSendingChange: () => {
        if (sender.getSendingIds().size > 0) return;
        sender.stop();
        resolve();
      },
      onSignedOut: reject,
    });
    sender.wake();
  });
