import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileMissing, type Files } from '#service/files/files.ts';
import { readRange } from '#service/http/byte-range.ts';
import { contentDisposition } from '#service/http/content-disposition.ts';
import { endWhenStalled } from '#service/http/end-when-stalled.ts';
import { fileGone } from './upload-problems.ts';

/** A file as it is sent: its name among the files, and what is said of it. */
export type Sent = { key: string; bytes: number; contentType: string; name: string; tag: string };

/** What a caller sent is never run as a part of this site, whatever a browser takes it for (S39). */
const SANDBOX = "sandbox; default-src 'none'";

/**
 * Sends a file, the range of it that is asked for, or what would be said of it. It never changes, so that a browser may keep it; but it asks each
 * time whether it may show it, for who may see it can change.
 */
export const sendUpload = async (
  files: Files,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { key, bytes, contentType, name, tag }: Sent,
) => {
  const { headers } = request;
  const etag = `"${tag}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'content-security-policy': SANDBOX });
  if (headers['if-none-match']?.split(',').some((given) => [etag, `W/${etag}`, '*'].includes(given.trim()))) {
    return reply.code(304).send();
  }
  // A range is a part of what GET answers, and means nothing to HEAD (RFC 9110, 14.2).
  const isHead = request.method === 'HEAD';
  const isSameFile = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = readRange(isSameFile && !isHead ? headers.range : undefined, bytes);
  reply.header('accept-ranges', 'bytes');
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const opened = isHead ? mustBeThere(files, key) : files.read(key, range === 'all' ? undefined : range);
  const content = await opened.catch((error) => {
    if (!(error instanceof FileMissing)) throw error;
    request.log.error({ requestId: request.id, key }, 'the file of an upload is missing');
    throw fileGone();
  });
  reply.headers({
    'content-type': contentType,
    'content-disposition': contentDisposition('attachment', name),
    'content-length': range === 'all' ? bytes : range.end - range.start + 1,
  });
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  endWhenStalled(reply);
  return reply.send(content);
};

const mustBeThere = async (files: Files, key: string): Promise<undefined> => {
  if ((await files.size(key)) === undefined) throw new FileMissing(key);
};
