import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ClientDisconnectedError } from '#service/database/ad-hoc-queries.ts';
import { HttpError } from '#service/http/http-error.ts';
import { fileEmpty, fileNotCsv, fileTooLong } from './import-problems.ts';

/** Makes a plugin's routes accept only CSV, as a stream. */
export const acceptCsv = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    if (isCsv(request)) done(null, payload);
    else done(fileNotCsv());
  });
};

const isCsv = ({ headers }: FastifyRequest): boolean => {
  const parts = (headers['content-type'] ?? '').toLowerCase().split(';');
  const [type, ...parameters] = parts.map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset'));
  return (
    type === 'text/csv' &&
    /^charset\s*=\s*"?utf-?8"?\s*$/.test(charset ?? 'charset=utf-8') &&
    (headers['content-encoding'] ?? 'identity') === 'identity'
  );
};

/** Throws if the body exceeds the size limit. */
export const receiveFile = ({ body, headers }: FastifyRequest, maxBytes: number) => {
  if (!body) throw fileEmpty();
  const totalBytes = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  if (totalBytes !== null && totalBytes > maxBytes) throw fileTooLong(maxBytes);
  let bytes = 0;
  const chunks = async function* () {
    try {
      // Does not destroy the request, so that the route can still respond.
      for await (const chunk of (body as Readable).iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw fileTooLong(maxBytes);
        yield chunk as Buffer;
      }
    } catch (error) {
      throw error instanceof HttpError ? error : new ClientDisconnectedError();
    }
  };
  return { bytes: chunks(), getProgress: () => ({ bytes, totalBytes }) };
};
