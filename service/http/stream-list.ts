import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { disconnectWhenStalled } from './disconnect-when-stalled.ts';
import { sendJson } from './envelope.ts';
import { createPauses } from './run-in-slices.ts';
import { SpoolFullError } from './spool.ts';

/** `total` is the count to report if it differs from the number of rows. */
type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

/** Sends a list of any length in constant memory (decision O9). If fields are selected, sends only those. */
export const streamList = async (
  reply: FastifyReply,
  { total, rows, rest }: List<object>,
  select: ReadonlySet<string> | undefined,
) => {
  const selectFields = createFieldSelection(select);
  const firstChunks = await Array.fromAsync(serialiseInChunks(rows, selectFields));
  const start = '{"success":true,"result":{"results":[';
  const end = (count: number) => `],"__count":${total ?? count}},"error":null,"unAuthorizedRequest":false}`;
  if (!rest && firstChunks.length <= 1)
    return sendJson(reply, start + (firstChunks[0] ?? '') + end(rows.length));
  const write = async function* () {
    let count = rows.length;
    yield start;
    for (const [index, chunk] of firstChunks.entries()) yield index === 0 ? chunk : `,${chunk}`;
    for await (const batch of rest ?? []) {
      for await (const chunk of serialiseInChunks(batch, selectFields)) yield `,${chunk}`;
      count += batch.length;
    }
    yield end(count);
  };
  return sendJson(reply, createSpooledStream(reply, write()));
};

export const sendChunks = (reply: FastifyReply, type: string, chunks: AsyncIterable<string | Uint8Array>) =>
  reply
    .header('content-type', type)
    .header('cache-control', 'no-store')
    .send(createSpooledStream(reply, chunks));

/** A slow client does not tie up a database connection. Clients that are too slow are disconnected. */
export const createSpooledStream = (
  reply: FastifyReply,
  chunks: AsyncIterable<string | Uint8Array>,
): Readable => {
  const { log } = reply;
  const { longResponses } = reply.server;
  const { id: requestId } = reply.request;
  const disconnect = () => {
    log.warn({ requestId }, 'disconnected: the client reads a list too slowly');
    stream.destroy();
  };
  const spooledResponse = longResponses.spools.through(chunks, getCurrentCaller());
  const enforceMinimumRate = async function* () {
    // Counts only the time spent waiting for the client, not for producing chunks.
    let readBytes = 0;
    let waitedMs = 0;
    for await (const chunk of spooledResponse) {
      const offeredAt = performance.now();
      const timeout = setTimeout(disconnect, MINIMUM_RATE.withinMs - waitedMs);
      longResponses.setUnread(reply, true);
      try {
        yield chunk;
      } finally {
        clearTimeout(timeout);
        longResponses.setUnread(reply, false);
      }
      readBytes += chunk.length;
      waitedMs += performance.now() - offeredAt;
      if (readBytes < MINIMUM_RATE.bytes) continue;
      readBytes = 0;
      waitedMs = 0;
    }
  };
  // No chunk follows the last bytes, so the minimum rate does not cover them.
  disconnectWhenStalled(reply);
  const stream = Readable.from(enforceMinimumRate(), { objectMode: false });
  // If the response is never read, this deletes its buffered bytes.
  stream.once('close', spooledResponse.close);
  stream.on('error', (error) => {
    if (error instanceof SpoolFullError)
      log.warn({ requestId }, 'disconnected: the client reads a list too slowly and no space is left');
  });
  return stream;
};

/**
 * A slower client would hold its slot for too long. The operating system also buffers data
 * (disconnect-when-stalled.ts), so a steady client must read 90 KB/s.
 */
const MINIMUM_RATE = { bytes: 256 * 1024, withinMs: 15_000 };

const CHUNK_LENGTH = 64 * 1024;

/** Serialising twenty tasks of 800 KB at once would block the event loop for 180 ms. */
async function* serialiseInChunks<Row>(
  rows: readonly Row[],
  selectFields: (row: Row) => unknown,
): AsyncGenerator<string> {
  const pause = createPauses();
  let chunk = '';
  for (const [index, row] of rows.entries()) {
    chunk += (chunk === '' ? '' : ',') + JSON.stringify(selectFields(row));
    const paused = pause();
    if (paused) await paused;
    if (chunk.length < CHUNK_LENGTH && index < rows.length - 1) continue;
    yield chunk;
    chunk = '';
  }
}

const createFieldSelection = (select: ReadonlySet<string> | undefined) => (row: object) =>
  select === undefined ? row : Object.fromEntries(Object.entries(row).filter(([name]) => select.has(name)));

/** The result for a short list (decision W5). */
export const toListResult = <Row>(rows: readonly Row[]) => ({ results: rows, __count: rows.length });
