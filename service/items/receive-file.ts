import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallerGone } from '#service/database/questions.ts';
import { Refusal } from '#service/http/refusal.ts';
import { fileEmpty, fileNotCsv, fileTooLong } from './import-problems.ts';

/** Lets the routes of a plugin take CSV as it comes, and nothing else. */
export const acceptCsv = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    if (isCsv(request)) done(null, payload);
    else done(fileNotCsv());
  });
};

const isCsv = ({ headers }: FastifyRequest): boolean => {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(/\s*;\s*/);
  const charset = parameters.find((parameter) => parameter.startsWith('charset'));
  return (
    type.trim() === 'text/csv' &&
    /^charset\s*=\s*"?utf-?8"?\s*$/.test(charset ?? 'charset=utf-8') &&
    (headers['content-encoding'] ?? 'identity') === 'identity'
  );
};

/** The body as it comes, up to the limit of a file, and how much of it has come. */
export const receiveFile = ({ body, headers }: FastifyRequest, mostBytes: number) => {
  if (!body) throw fileEmpty();
  const ofBytes = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  if (ofBytes !== null && ofBytes > mostBytes) throw fileTooLong(mostBytes);
  let bytes = 0;
  const chunks = async function* () {
    try {
      // Whoever stops reading may still answer.
      for await (const chunk of (body as Readable).iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > mostBytes) throw fileTooLong(mostBytes);
        yield chunk as Buffer;
      }
    } catch (error) {
      // A body that breaks off is nobody's fault here.
      throw error instanceof Refusal ? error : new CallerGone();
    }
  };
  return { bytes: chunks(), progress: () => ({ bytes, ofBytes }) };
};
