import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendJson } from './envelope.ts';

/**
 * Answers a list of any length in constant memory (decision O9): each batch is written when the caller has taken the
 * one before. The first is read before anything is sent, so that what fails at once fails with a proper answer.
 */
export const streamList = async <Row>(
  reply: FastifyReply,
  batches: AsyncGenerator<Row[]>,
  present: (row: Row) => unknown,
) => {
  const first = await batches.next();
  return sendJson(reply, Readable.from(envelopeOf(first, batches, present), { objectMode: false }));
};

async function* envelopeOf<Row>(
  first: IteratorResult<Row[]>,
  rest: AsyncGenerator<Row[]>,
  present: (row: Row) => unknown,
): AsyncGenerator<string> {
  let count = 0;
  const write = (rows: Row[]) => {
    const separator = count === 0 ? '' : ',';
    count += rows.length;
    return rows.length === 0 ? '' : separator + rows.map((row) => JSON.stringify(present(row))).join(',');
  };
  yield `{"success":true,"result":{"results":[${first.done ? '' : write(first.value)}`;
  for await (const rows of rest) yield write(rows);
  yield `],"__count":${count}},"error":null,"unAuthorizedRequest":false}`;
}

/** Answers a list that is short by nature (decision W5). */
export const listJson = (rows: readonly unknown[]): string =>
  JSON.stringify({ results: rows, __count: rows.length });
