import { connect, type Socket } from 'node:net';
import { DATABASE, ROLE } from './create-cluster.ts';

/** PostgreSQL listens on a socket or, on Windows, on a port. */
export type PostgresAddress = { path: string } | { host: string; port: number };

/** `starting` also covers a PostgreSQL that is shutting down, recovering or not responding. */
export type Readiness = 'ready' | 'starting' | 'absent';

const TIMEOUT_MS = 2_000;
const NOT_LISTENING = ['ECONNREFUSED', 'ENOENT'];
const PROTOCOL_3 = 196_608;
const CANNOT_CONNECT_NOW = 'C57P03\0';

const createStartupMessage = (): Buffer => {
  const body = Buffer.from(`user\0${ROLE}\0database\0${DATABASE}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return Buffer.concat([head, body]);
};

const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1');

/** Like libpq's PQping, treats any response except "cannot connect now" as ready, even a password request. */
export const checkReadiness = (address: PostgresAddress): Promise<Readiness> =>
  new Promise((resolve) => {
    const socket = connect(address);
    let response = Buffer.alloc(0);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('connect', () => socket.write(createStartupMessage()));
    socket.on('data', (chunk) => {
      response = Buffer.concat([response, chunk as Buffer]);
      if (response.length < 5 || response.length < 1 + response.readInt32BE(1)) return;
      const isRejected = response.toString('latin1', 0, 1) === 'E';
      resolve(isRejected && response.includes(CANNOT_CONNECT_NOW) ? 'starting' : 'ready');
      socket.end(TERMINATE);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(NOT_LISTENING.includes(code ?? '') ? 'absent' : 'starting'),
    );
    socket.on('close', () => resolve('starting'));
  });

/**
 * Resolves when PostgreSQL closes an idle connection: when it exits for any reason, or after authentication_timeout
 * (one minute). Unlike a process ID, a connection cannot be mistaken for another process.
 */
export const waitForDisconnect = (address: PostgresAddress, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const socket: Socket = connect(address);
    const closeSocket = () => socket.destroy();
    signal.addEventListener('abort', closeSocket, { once: true });
    if (signal.aborted) closeSocket();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      signal.removeEventListener('abort', closeSocket);
      resolve();
    });
    socket.resume();
  });
