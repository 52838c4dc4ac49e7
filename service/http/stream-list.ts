import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { endWhenStalled } from './end-when-stalled.ts';
import { sendJson } from './envelope.ts';
import { SpoolFull } from './spool.ts';

/** The first rows of a list and the batches after them. `total` is told as its number, if it is not that of the rows. */
type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

/** Answers a list of any length in constant memory (decision O9). */
export const streamList = <Row>(
  reply: FastifyReply,
  { total, rows, rest }: List<Row>,
  present: (row: Row) => unknown,
) => {
  const begin = `{"success":true,"result":{"results":[${textOf(rows, present)}`;
  const end = (count: number) => `],"__count":${total ?? count}},"error":null,"unAuthorizedRequest":false}`;
  if (!rest) return sendJson(reply, begin + end(rows.length));
  const write = async function* () {
    let count = rows.length;
    yield begin;
    for await (const batch of rest) {
      yield `,${textOf(batch, present)}`;
      count += batch.length;
    }
    yield end(count);
  };
  return sendJson(reply, streamOf(reply, write()));
};

/** Sends pieces of text or bytes of a certain type, which nobody may keep. */
export const sendPieces = (reply: FastifyReply, type: string, pieces: AsyncIterable<string | Uint8Array>) => {
  endWhenStalled(reply);
  return reply.header('content-type', type).header('cache-control', 'no-store').send(streamOf(reply, pieces));
};

/**
 * An answer that is sent piece by piece. The pieces are made at their own pace and wait for their reader in a bounded file
 * (spool.ts): a slow client holds no connection to the database. A client that is too slow is cut off.
 */
export const streamOf = (reply: FastifyReply, pieces: AsyncIterable<string | Uint8Array>): Readable => {
  const { log } = reply;
  const { longAnswers } = reply.server;
  const { id: requestId } = reply.request;
  const cutOff = () => {
    log.warn({ requestId }, 'reads a list too slowly: cut off');
    stream.destroy();
  };
  const spooled = longAnswers.spools.through(pieces);
  const paced = async function* () {
    // What it takes to make a piece is not the caller's fault.
    let taken = 0;
    let waited = 0;
    for await (const piece of spooled) {
      const offered = performance.now();
      const tooSlow = setTimeout(cutOff, PACE.within - waited);
      longAnswers.offer(reply, true);
      try {
        yield piece;
      } finally {
        clearTimeout(tooSlow);
        longAnswers.offer(reply, false);
      }
      taken += piece.length;
      waited += performance.now() - offered;
      if (taken < PACE.bytes) continue;
      taken = 0;
      waited = 0;
    }
  };
  const stream = Readable.from(paced(), { objectMode: false });
  // Also of an answer of which nothing was read.
  stream.once('close', spooled.close);
  stream.on('error', (error) => {
    if (error instanceof SpoolFull)
      log.warn({ requestId }, 'reads a list too slowly, no space is left: cut off');
  });
  return stream;
};

/** A client must read this many bytes in this many milliseconds, 17 KB/s. One that reads less would hold its place too long. */
const PACE = { bytes: 256 * 1024, within: 15_000 };

const textOf = <Row>(rows: Row[], present: (row: Row) => unknown) =>
  rows.map((row) => JSON.stringify(present(row))).join(',');

/** Presents the selected members of a row, in the order in which they always stand; all of them without a selection. */
export const presentSelected = <Row>(
  present: (row: Row) => object,
  select: ReadonlySet<string> | undefined,
): ((row: Row) => object) =>
  select === undefined
    ? present
    : (row) => Object.fromEntries(Object.entries(present(row)).filter(([name]) => select.has(name)));

/** Answers a list that is short by nature (decision W5). */
export const listJson = (rows: readonly unknown[]): string =>
  JSON.stringify({ results: rows, __count: rows.length });
