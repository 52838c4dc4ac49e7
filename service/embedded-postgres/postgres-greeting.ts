import { connect, type Socket } from 'node:net';
import { DATABASE, ROLE } from './create-cluster.ts';

/** Where PostgreSQL listens: its socket, or on Windows a port. */
export type PostgresAddress = { path: string } | { host: string; port: number };

/** `starting` is also said of a PostgreSQL that is ending, recovering, or does not answer at all. */
export type Readiness = 'ready' | 'starting' | 'absent';

const ANSWER_WITHIN_MS = 2_000;
const NOBODY_LISTENS = ['ECONNREFUSED', 'ENOENT'];
const PROTOCOL_3 = 196_608;
const CANNOT_CONNECT_NOW = 'C57P03\0';

const startupMessage = (): Buffer => {
  const body = Buffer.from(`user\0${ROLE}\0database\0${DATABASE}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return Buffer.concat([head, body]);
};

const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1');

/**
 * Asks PostgreSQL whether it takes connections, as libpq's PQping does: it is ready when it greets us or asks for a
 * password, or refuses us for any reason but that it cannot take connections now.
 */
export const askReadiness = (address: PostgresAddress): Promise<Readiness> =>
  new Promise((resolve) => {
    const socket = connect(address);
    let answer = Buffer.alloc(0);
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('connect', () => socket.write(startupMessage()));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk as Buffer]);
      if (answer.length < 5 || answer.length < 1 + answer.readInt32BE(1)) return;
      const refused = answer.toString('latin1', 0, 1) === 'E';
      resolve(refused && answer.includes(CANNOT_CONNECT_NOW) ? 'starting' : 'ready');
      socket.end(TERMINATE);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(NOBODY_LISTENS.includes(code ?? '') ? 'absent' : 'starting'),
    );
    socket.on('close', () => resolve('starting'));
  });

/**
 * Resolves when PostgreSQL has hung up on a connection that says nothing: at once when it ends, however that happens
 * and whoever started it, and else after its authentication_timeout (a minute). This costs no slot of
 * max_connections and, unlike a process id, cannot be mistaken for somebody else's.
 */
export const hangUp = (address: PostgresAddress, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const socket: Socket = connect(address);
    const abort = () => socket.destroy();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    // What went wrong is found out by who acts on it.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    socket.resume();
  });
