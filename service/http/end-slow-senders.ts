import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may be long, and come over a bad network: it may take its time as long as it comes. */
    takesItsTime?: true;
  }
}

/** A body has so long to come; a long one has so long for each part of it. */
const TIME_MS = 30_000;
/** What a long body brings in that time, at least: 0.3 KB a second, far below any network that still works. */
const LEAST_BYTES = 8 * 1024;

/**
 * Ends requests whose body does not come (R13). Node has one time for all requests, which would end an upload by a phone
 * that is slow and well; so its own is long (service/app.ts), and this is what cuts off.
 */
export const endSlowSenders = (app: FastifyInstance, timeMs = TIME_MS): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody) watch(app, request, timeMs);
    done();
  });
};

const watch = (app: FastifyInstance, { raw, routeOptions }: FastifyRequest, timeMs: number): void => {
  const { socket } = raw;
  let seen = socket.bytesRead;
  const look = () => {
    // A request that was answered before it was whole says nothing when its connection ends.
    if (raw.complete || socket.destroyed) return clearInterval(looking);
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (routeOptions.config.takesItsTime && came >= LEAST_BYTES) return;
    // As Node itself does with a request that takes too long: answered with 408, and closed.
    app.server.emit('clientError', new RequestTooSlow(), socket);
  };
  const looking = setInterval(look, timeMs).unref();
  raw.once('close', () => clearInterval(looking));
};

class RequestTooSlow extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
