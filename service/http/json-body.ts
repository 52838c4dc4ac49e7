import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from './read-json.ts';

const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * Bodies are JSON in UTF-8, uncompressed, and nothing else (S8). A DELETE may come without a content type, for many
 * clients send none with it (decision T12).
 */
export const acceptJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!isJson(request))
      throw Object.assign(new Error('The body is not JSON.'), { statusCode: UNSUPPORTED_MEDIA_TYPE });
    return readJson(body);
  });
};

const JSON_IN_UTF8 = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

const isJson = ({ headers, method }: FastifyRequest): boolean => {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return false;
  return type === undefined ? method === 'DELETE' : JSON_IN_UTF8.test(type.trim());
};
