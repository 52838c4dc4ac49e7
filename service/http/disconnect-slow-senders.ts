import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rejectConnection } from './reject-connection.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be too long for any fixed time limit: the connection stays open while data keeps arriving. */
    isLongBody?: boolean;
    /** A long body that may come over slow networks. */
    isFromPhone?: boolean;
  }
}

type Pace = { bytes: number; every: number };

/** Milliseconds, and bytes. */
export type Timeouts = {
  /** For a whole body. */
  body: number;
  /** A long body must bring this many bytes in each interval. */
  longBody: Pace;
  fromPhone: Pace;
};

/**
 * Disconnects clients that send a body too slowly (R13), with status 408. Node's `requestTimeout` is one limit for all requests, and
 * would end a long import in the middle.
 */
export const disconnectSlowSenders = (app: FastifyInstance, timeouts: Timeouts): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, timeouts);
    done();
  });
};

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const watch = (request: FastifyRequest, reply: FastifyReply, timeouts: Timeouts) => {
  const { raw, routeOptions } = request;
  const { socket } = raw;
  let timer: NodeJS.Timeout;
  const stop = () => clearInterval(timer);
  const cut = () => {
    stop();
    if (raw.complete) return;
    request.log.warn({ requestId: request.id }, 'disconnected: the client sends its body too slowly');
    if (reply.raw.headersSent) socket.destroySoon();
    else rejectConnection(socket, 408);
  };
  const { isLongBody, isFromPhone } = routeOptions.config;
  if (isLongBody || isFromPhone) {
    const { bytes, every } = isFromPhone ? timeouts.fromPhone : timeouts.longBody;
    let before = socket.bytesRead;
    // Data that still arrives after the response is useless.
    reply.raw.once('finish', () => {
      stop();
      if (!raw.complete) timer = setTimeout(cut, timeouts.body).unref();
    });
    timer = setInterval(() => {
      // If data is waiting in the buffer, the server is slow, not the client.
      if (socket.bytesRead - before < bytes && raw.readableLength === 0) cut();
      before = socket.bytesRead;
    }, every).unref();
  } else timer = setTimeout(cut, timeouts.body).unref();
  raw.once('close', stop);
};
