import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseConnection } from './refuse-connection.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be so long that no fixed time is enough for it: whoever goes on sending it is not cut off. */
    isLongBody?: boolean;
    /** A long body that comes over networks which bring little. */
    isFromPhone?: boolean;
  }
}

type Pace = { bytes: number; every: number };

/** Milliseconds, and bytes. */
export type Patience = {
  /** For a whole body. */
  body: number;
  /** A long body must bring so many bytes in each span of time. */
  longBody: Pace;
  fromPhone: Pace;
};

/**
 * Cuts off whoever sends a body too slowly (R13). Node's own `requestTimeout` is one for all requests, and would end a
 * file of items in the middle. The answer is 408, and the connection is closed.
 */
export const cutSlowSenders = (app: FastifyInstance, patience: Patience): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, patience);
    done();
  });
};

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const watch = (request: FastifyRequest, reply: FastifyReply, patience: Patience) => {
  const { raw, routeOptions } = request;
  const { socket } = raw;
  let timer: NodeJS.Timeout;
  const stop = () => clearInterval(timer);
  const cut = () => {
    stop();
    if (raw.complete) return;
    request.log.warn({ requestId: request.id }, 'sends its body too slowly: cut off');
    if (reply.raw.headersSent) socket.destroySoon();
    else refuseConnection(socket, 408);
  };
  const { isLongBody, isFromPhone } = routeOptions.config;
  if (isLongBody || isFromPhone) {
    const { bytes, every } = isFromPhone ? patience.fromPhone : patience.longBody;
    let before = socket.bytesRead;
    // What is still sent after the answer is of no use to anybody.
    reply.raw.once('finish', () => {
      stop();
      if (!raw.complete) timer = setTimeout(cut, patience.body).unref();
    });
    timer = setInterval(() => {
      // What lies there untaken is for us to take.
      if (socket.bytesRead - before < bytes && raw.readableLength === 0) cut();
      before = socket.bytesRead;
    }, every).unref();
  } else timer = setTimeout(cut, patience.body).unref();
  raw.once('close', stop);
};
