import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError } from '#service/config.ts';

const INVALID_HOST_CODES = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL']);

/** Returns the URL. Throws ConfigError if HOST or PORT cannot be used. */
export const listen = async (
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> => {
  try {
    const url = await app.listen({ host, port });
    if (host === 'localhost') await listenOnOtherLoopbacks(app);
    return url;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is already in use. Set PORT to a different port.`);
    if (code === 'EACCES')
      throw new ConfigError(
        `No permission to open port ${port} on ${host}. Set PORT to a number above 1023.`,
      );
    if (code !== undefined && INVALID_HOST_CODES.has(code))
      throw new ConfigError(`HOST is '${host}', which is not an address of this machine (${code}).`);
    throw error;
  }
};

/** `localhost` may resolve to both 127.0.0.1 and ::1, but a Node server listens on only one of them. */
const listenOnOtherLoopbacks = async (app: FastifyInstance): Promise<void> => {
  const ownAddress = app.server.address() as AddressInfo;
  for (const { address } of await lookup('localhost', { all: true })) {
    if (address === ownAddress.address) continue;
    const loopbackServer = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      app.server.emit('connection', socket);
    });
    loopbackServer.listen(ownAddress.port, address);
    const isOpen = await once(loopbackServer, 'listening').then(
      () => true,
      () => false,
    );
    if (isOpen) app.server.once('close', () => loopbackServer.close());
  }
};
