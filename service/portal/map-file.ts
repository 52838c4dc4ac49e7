import { open } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from '#service/http/byte-range.ts';
import { disconnectWhenStalled } from '#service/http/disconnect-when-stalled.ts';
import { isNotModified } from '#service/http/preconditions.ts';
import { routeNotFound } from '#service/http/request-problems.ts';

/** A changed ETag tells the map library that the file has been replaced, so it starts over. */
export const sendMapFile = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
  const file = await open(path).catch((error: unknown) => {
    request.log.error({ requestId: request.id, err: error }, 'could not read the map file (MAP_FILE)');
    throw routeNotFound();
  });
  let isSending = false;
  try {
    const { size, mtimeMs } = await file.stat();
    const { headers } = request;
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    reply.headers({ etag, 'cache-control': 'private, max-age=3600', 'accept-ranges': 'bytes' });
    if (isNotModified(request, etag)) return await reply.code(304).send();
    const isSameFile = headers['if-range'] === undefined || headers['if-range'] === etag;
    const range = parseRange(isSameFile ? headers.range : undefined, size);
    if (range === 'none') return await reply.code(416).header('content-range', `bytes */${size}`).send();
    const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range;
    if (range !== 'all') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    reply.headers({ 'content-type': 'application/vnd.pmtiles', 'content-length': end - start + 1 });
    disconnectWhenStalled(reply);
    isSending = true;
    return reply.send(file.createReadStream({ start, end }));
  } finally {
    // The stream closes the file when it ends.
    if (!isSending) await file.close();
  }
};
