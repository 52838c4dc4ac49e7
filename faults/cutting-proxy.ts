import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from './deployment.ts';

/** A proxy that simulates a bad network. It cuts each connection once the client has sent `cutAfterBytes` bytes. */
export type CuttingProxy = {
  url: string;
  countCuts(): number;
  forwardTo(url: string): void;
};

export const startCuttingProxy = async (
  cleanup: Cleanup,
  { target, cutAfterBytes }: { target: string; cutAfterBytes: number },
): Promise<CuttingProxy> => {
  let { hostname, port } = new URL(target);
  let cutCount = 0;
  const openSockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const closeBoth = () => {
      client.destroy();
      upstream.destroy();
    };
    let forwardedBytes = 0;
    for (const socket of [client, upstream]) {
      openSockets.add(socket);
      socket.on('error', closeBoth).on('close', () => {
        openSockets.delete(socket);
        closeBoth();
      });
    }
    client.on('data', (chunk) => {
      forwardedBytes += chunk.length;
      if (forwardedBytes > cutAfterBytes) {
        cutCount++;
        closeBoth();
      } else if (!upstream.write(chunk)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
    });
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.defer(() => {
    server.close();
    for (const socket of openSockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countCuts: () => cutCount,
    forwardTo: (url) => {
      ({ hostname, port } = new URL(url));
    },
  };
};
