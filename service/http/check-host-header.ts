import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { msg } from '#i18n/message.ts';
import { HttpError } from './http-error.ts';

/** A name or address, optionally with a port, but without a user, path or percent-encoding. */
const HOST_PATTERN = /^(?:[a-z\d](?:[a-z\d._-]{0,251}[a-z\d.])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Rejects requests without exactly one valid host (S46). Given several, a proxy and Ronda might pick different ones,
 * and the host ends up in links.
 */
export const checkHostHeader = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const header = raw.headers.host;
    if (header === undefined) {
      // HTTP/1.0 does not require the header.
      if (raw.httpVersion === '1.0') return done();
      return done(new HttpError(400, msg`The Host header is missing.`));
    }
    if (countHosts(raw) > 1) return done(new HttpError(400, msg`The request has more than one Host header.`));
    for (const host of [header, request.host]) if (!HOST_PATTERN.test(host)) return done(invalidHost(host));
    if (!isForHost(raw.url!, header)) return done(otherHost(request));
    done();
  });
};

const invalidHost = (host: string) =>
  new HttpError(
    400,
    msg`The host must be a name or an address with an optional port, such as ronda.example.org:8080; '${host.slice(0, 80)}' was given.`,
  );

const otherHost = ({ raw }: FastifyRequest) =>
  new HttpError(
    400,
    msg`The request target '${raw.url!.slice(0, 80)}' must be a path, or an http URL with the host in the Host header.`,
  );

const countHosts = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
};

/** Returns true if a request target is a path, or an absolute URL on the same host (RFC 9112, 3.2). */
const isForHost = (target: string, host: string): boolean => {
  if (target.startsWith('/') || target === '*') return true;
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return false;
  return url.host === URL.parse(`${url.protocol}//${host}`)?.host;
};
