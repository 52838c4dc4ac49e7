import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from './deployment.ts';

/** Simulates a bad network by forwarding connections and cutting each one after `cutEvery` bytes from the client. */
export type CuttingProxy = {
  url: string;
  /** How many connections were cut. */
  cuts(): number;
  /** Sets the target for new connections. */
  forwardTo(url: string): void;
};

export const startCuttingProxy = async (
  cleanup: Cleanup,
  { target, cutEvery }: { target: string; cutEvery: number },
): Promise<CuttingProxy> => {
  let { hostname, port } = new URL(target);
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let bytes = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > cutEvery) {
        cuts++;
        end();
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
    for (const socket of open) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    forwardTo: (url) => {
      ({ hostname, port } = new URL(url));
    },
  };
};
