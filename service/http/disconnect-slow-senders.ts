import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rejectConnection } from './reject-connection.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body has a minimum rate instead of a fixed time limit. */
    isLongBody?: boolean;
    /** Like `isLongBody`, but for a phone on a slow network, with a lower minimum rate. */
    isFromPhone?: boolean;
  }
}

type Rate = { bytes: number; intervalMs: number };

type Timeouts = {
  /** How long the whole body may take, in milliseconds. */
  body: number;
  /** The minimum rates. */
  longBody: Rate;
  bodyFromPhone: Rate;
};

/** Responds with status 408 (R13). Node's `requestTimeout` would interrupt long imports. */
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
  const disconnect = () => {
    stop();
    if (raw.complete) return;
    request.log.warn({ requestId: request.id }, 'disconnected: the client sends its body too slowly');
    if (reply.raw.headersSent) socket.destroySoon();
    else rejectConnection(socket, 408);
  };
  const { isLongBody, isFromPhone } = routeOptions.config;
  if (isLongBody || isFromPhone) {
    const { bytes, intervalMs } = isFromPhone ? timeouts.bodyFromPhone : timeouts.longBody;
    let previousBytes = socket.bytesRead;
    // Once the response has been sent, the rest of the body is of no use.
    reply.raw.once('finish', () => {
      stop();
      if (!raw.complete) timer = setTimeout(disconnect, timeouts.body).unref();
    });
    timer = setInterval(() => {
      // If data is waiting in the buffer, it is the server that is slow, not the client.
      if (socket.bytesRead - previousBytes < bytes && raw.readableLength === 0) disconnect();
      previousBytes = socket.bytesRead;
    }, intervalMs).unref();
  } else timer = setTimeout(disconnect, timeouts.body).unref();
  raw.once('close', stop);
};
