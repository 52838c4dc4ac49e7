import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { disconnectWhenStalled } from './disconnect-when-stalled.ts';
import { sendJson } from './envelope.ts';
import { createPauses } from './run-in-slices.ts';
import { SpoolFullError } from './spool.ts';

/** `total` is the count to report if it differs from the number of rows. `rest` follows the first rows. */
type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

/** Sends a list of any length in constant memory (decision O9). If fields are selected, sends only those. */
export const streamList = async (
  reply: FastifyReply,
  { total, rows, rest }: List<object>,
  select: ReadonlySet<string> | undefined,
) => {
  const present = createFieldSelection(select);
  const first = await Array.fromAsync(serialiseInPieces(rows, present));
  const begin = '{"success":true,"result":{"results":[';
  const end = (count: number) => `],"__count":${total ?? count}},"error":null,"unAuthorizedRequest":false}`;
  if (!rest && first.length <= 1) return sendJson(reply, begin + (first[0] ?? '') + end(rows.length));
  const write = async function* () {
    let count = rows.length;
    yield begin;
    for (const [index, piece] of first.entries()) yield index === 0 ? piece : `,${piece}`;
    for await (const batch of rest ?? []) {
      for await (const piece of serialiseInPieces(batch, present)) yield `,${piece}`;
      count += batch.length;
    }
    yield end(count);
  };
  return sendJson(reply, createSpooledStream(reply, write()));
};

export const sendPieces = (reply: FastifyReply, type: string, pieces: AsyncIterable<string | Uint8Array>) => {
  return reply
    .header('content-type', type)
    .header('cache-control', 'no-store')
    .send(createSpooledStream(reply, pieces));
};

/**
 * Creates a stream of pieces. They are produced independently of the client and buffered in a file of limited size
 * (spool.ts), so a slow client does not tie up a database connection. Clients that are too slow are disconnected.
 */
export const createSpooledStream = (
  reply: FastifyReply,
  pieces: AsyncIterable<string | Uint8Array>,
): Readable => {
  const { log } = reply;
  const { longResponses } = reply.server;
  const { id: requestId } = reply.request;
  const disconnect = () => {
    log.warn({ requestId }, 'disconnected: the client reads a list too slowly');
    stream.destroy();
  };
  const spooled = longResponses.spools.through(pieces, getCurrentCaller());
  const withMinimumRate = async function* () {
    // The time it takes to produce a piece does not count against the client.
    let readBytes = 0;
    let waitedMs = 0;
    for await (const piece of spooled) {
      const offeredAt = performance.now();
      const timeout = setTimeout(disconnect, MINIMUM_RATE.withinMs - waitedMs);
      longResponses.setUnread(reply, true);
      try {
        yield piece;
      } finally {
        clearTimeout(timeout);
        longResponses.setUnread(reply, false);
      }
      readBytes += piece.length;
      waitedMs += performance.now() - offeredAt;
      if (readBytes < MINIMUM_RATE.bytes) continue;
      readBytes = 0;
      waitedMs = 0;
    }
  };
  // The minimum rate does not apply to the last bytes, because no piece follows them.
  disconnectWhenStalled(reply);
  const stream = Readable.from(withMinimumRate(), { objectMode: false });
  // Also closes the spool if the response is never read.
  stream.once('close', spooled.close);
  stream.on('error', (error) => {
    if (error instanceof SpoolFullError)
      log.warn({ requestId }, 'disconnected: the client reads a list too slowly and no space is left');
  });
  return stream;
};

/**
 * How many bytes a client must read within how many milliseconds. A slower client would occupy its slot for too long.
 * Because the operating system buffers too (disconnect-when-stalled.ts), a steady reader needs 90 KB/s.
 */
const MINIMUM_RATE = { bytes: 256 * 1024, withinMs: 15_000 };

/** Characters per piece, unless a single row is longer. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Serialises rows, separated by commas, in pieces. Serialising twenty 800 KB tasks at once would block the
 * event loop for 180 ms.
 */
async function* serialiseInPieces<Row>(
  rows: readonly Row[],
  present: (row: Row) => unknown,
): AsyncGenerator<string> {
  const pause = createPauses();
  let piece = '';
  for (const [index, row] of rows.entries()) {
    piece += (piece === '' ? '' : ',') + JSON.stringify(present(row));
    const paused = pause();
    if (paused) await paused;
    if (piece.length < PIECE_LENGTH && index < rows.length - 1) continue;
    yield piece;
    piece = '';
  }
}

const createFieldSelection = (select: ReadonlySet<string> | undefined) => (row: object) =>
  select === undefined ? row : Object.fromEntries(Object.entries(row).filter(([name]) => select.has(name)));

/** A short list and its row count (decision W5). */
export const toListResult = <Row>(rows: readonly Row[]) => ({ results: rows, __count: rows.length });
