import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { currentCaller } from '#service/admission/caller.ts';
import { disconnectWhenStalled } from './disconnect-when-stalled.ts';
import { sendJson } from './envelope.ts';
import { createPauses } from './run-in-slices.ts';
import { SpoolFull } from './spool.ts';

/** The first rows of a list and the batches after them. `total` is the count to report if it differs from the number of rows. */
type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

/** Sends a list of any length in constant memory (decision O9). */
export const streamList = async <Row>(
  reply: FastifyReply,
  { total, rows, rest }: List<Row>,
  present: (row: Row) => unknown,
) => {
  const first = await Array.fromAsync(piecesOf(rows, present));
  const begin = '{"success":true,"result":{"results":[';
  const end = (count: number) => `],"__count":${total ?? count}},"error":null,"unAuthorizedRequest":false}`;
  if (!rest && first.length <= 1) return sendJson(reply, begin + (first[0] ?? '') + end(rows.length));
  const write = async function* () {
    let count = rows.length;
    yield begin;
    for (const [index, piece] of first.entries()) yield index === 0 ? piece : `,${piece}`;
    for await (const batch of rest ?? []) {
      for await (const piece of piecesOf(batch, present)) yield `,${piece}`;
      count += batch.length;
    }
    yield end(count);
  };
  return sendJson(reply, streamOf(reply, write()));
};

/** Sends text or bytes in pieces, with the given content type and without caching. */
export const sendPieces = (reply: FastifyReply, type: string, pieces: AsyncIterable<string | Uint8Array>) => {
  return reply.header('content-type', type).header('cache-control', 'no-store').send(streamOf(reply, pieces));
};

/**
 * A response that is sent in pieces. The pieces are produced at their own speed and buffered in a limited file (spool.ts), so that a slow
 * client does not hold a database connection. A client that is too slow is disconnected.
 */
export const streamOf = (reply: FastifyReply, pieces: AsyncIterable<string | Uint8Array>): Readable => {
  const { log } = reply;
  const { longResponses } = reply.server;
  const { id: requestId } = reply.request;
  const cutOff = () => {
    log.warn({ requestId }, 'disconnected: the client reads a list too slowly');
    stream.destroy();
  };
  const spooled = longResponses.spools.through(pieces, currentCaller());
  const paced = async function* () {
    // The time to produce a piece does not count against the client.
    let taken = 0;
    let waited = 0;
    for await (const piece of spooled) {
      const offered = performance.now();
      const tooSlow = setTimeout(cutOff, PACE.within - waited);
      longResponses.offer(reply, true);
      try {
        yield piece;
      } finally {
        clearTimeout(tooSlow);
        longResponses.offer(reply, false);
      }
      taken += piece.length;
      waited += performance.now() - offered;
      if (taken < PACE.bytes) continue;
      taken = 0;
      waited = 0;
    }
  };
  // The pace does not cover the last bytes, for which there is no next piece.
  disconnectWhenStalled(reply, PACE.within);
  const stream = Readable.from(paced(), { objectMode: false });
  // Also for a response that was never read.
  stream.once('close', spooled.close);
  stream.on('error', (error) => {
    if (error instanceof SpoolFull)
      log.warn({ requestId }, 'disconnected: the client reads a list too slowly and no space is left');
  });
  return stream;
};

/**
 * A client must read this many bytes in this many milliseconds. A slower one would hold its slot too long. Because of the
 * buffers of the operating system (disconnect-when-stalled.ts), a client that reads steadily needs 90 KB/s.
 */
const PACE = { bytes: 256 * 1024, within: 15_000 };

/** Characters of a piece, unless it is one row. */
const PIECE = 64 * 1024;

/** Rows as JSON, separated by commas, in pieces. A task can take 800 KB, so twenty of them hold the event loop for 180 ms. */
async function* piecesOf<Row>(rows: readonly Row[], present: (row: Row) => unknown): AsyncGenerator<string> {
  const pause = createPauses();
  let piece = '';
  for (const [index, row] of rows.entries()) {
    piece += (piece === '' ? '' : ',') + JSON.stringify(present(row));
    const others = pause();
    if (others) await others;
    if (piece.length < PIECE && index < rows.length - 1) continue;
    yield piece;
    piece = '';
  }
}

/** Presents the selected members of a row in their fixed order; all members without a selection. */
export const presentSelected = <Row>(
  present: (row: Row) => object,
  select: ReadonlySet<string> | undefined,
): ((row: Row) => object) =>
  select === undefined
    ? present
    : (row) => Object.fromEntries(Object.entries(present(row)).filter(([name]) => select.has(name)));

/** A list that is always short, with the number of its rows (decision W5). */
export const listOf = <Row>(rows: readonly Row[]) => ({ results: rows, __count: rows.length });
