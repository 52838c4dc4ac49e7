import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendJson } from './envelope.ts';

/** The first rows of a list and the batches after them. `total` is told as its number, if it is not that of the rows. */
type List<Row> = { total: number | undefined; rows: Row[]; rest: AsyncIterable<Row[]> | undefined };

/**
 * Answers a list of any length in constant memory (decision O9): each batch is written when the caller has taken the
 * one before.
 */
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

/** An answer that is written piece by piece; whoever takes a piece too slowly is cut off. */
export const streamOf = (reply: FastifyReply, pieces: AsyncIterable<string>): Readable => {
  const cutOff = () => {
    reply.log.warn({ requestId: reply.request.id }, 'reads a list too slowly: cut off');
    stream.destroy();
  };
  const paced = async function* () {
    for await (const piece of pieces) {
      const tooSlow = setTimeout(cutOff, BATCH_TAKEN_WITHIN_MS);
      try {
        yield piece;
      } finally {
        clearTimeout(tooSlow);
      }
    }
  };
  const stream = Readable.from(paced(), { objectMode: false });
  return stream;
};

/** A batch of 256 KiB in this time is 17 KB/s. Who takes less keeps a connection to PostgreSQL and a view of it too long. */
const BATCH_TAKEN_WITHIN_MS = 15_000;

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
