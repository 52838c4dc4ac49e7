import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileNotFoundError, type Files } from '#service/files/files.ts';
import { parseRange } from '#service/http/byte-range.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import { disconnectWhenStalled } from '#service/http/disconnect-when-stalled.ts';
import { isNotModified } from '#service/http/preconditions.ts';
import { storedFileMissing } from './upload-problems.ts';

type SentFile = { key: string; bytes: number; mediaType: string; name: string; tag: string };

/** Keeps browsers from running uploaded content as part of this site, whatever type they detect (S39). */
const SANDBOX = "sandbox; default-src 'none'";

/** Stored files never change, but browsers must revalidate them because permissions can. */
export const sendUpload = async (
  files: Files,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { key, bytes, mediaType, name, tag }: SentFile,
) => {
  const { headers } = request;
  const etag = `"${tag}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'content-security-policy': SANDBOX });
  if (isNotModified(request, etag)) return reply.code(304).send();
  // Range is undefined for HEAD (RFC 9110, 14.2).
  const isHead = request.method === 'HEAD';
  const isSameFile = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = parseRange(isSameFile && !isHead ? headers.range : undefined, bytes);
  reply.header('accept-ranges', 'bytes');
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const contentPromise = isHead
    ? requireFile(files, key)
    : files.read(key, range === 'all' ? undefined : range);
  const content = await contentPromise.catch((error) => {
    if (!(error instanceof FileNotFoundError)) throw error;
    request.log.error({ requestId: request.id, key }, 'the file of an upload is missing');
    throw storedFileMissing();
  });
  reply.headers({
    'content-type': mediaType,
    'content-disposition': formatContentDisposition('attachment', name),
    'content-length': range === 'all' ? bytes : range.end - range.start + 1,
  });
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  disconnectWhenStalled(reply);
  return reply.send(content);
};

const requireFile = async (files: Files, key: string): Promise<undefined> => {
  if ((await files.size(key)) === undefined) throw new FileNotFoundError(key);
};
