import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rejectConnection } from './reject-connection.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Enforces a minimum rate on the body instead of a fixed time limit. */
    isLongBody?: boolean;
    /** Like `isLongBody`, but with a lower minimum rate, for phones on slow networks. */
    isFromPhone?: boolean;
  }
}

type Rate = { bytes: number; intervalMs: number };

type Timeouts = {
  /** The time limit for an entire body, in milliseconds. */
  body: number;
  /** The minimum rates. */
  longBody: Rate;
  phoneBody: Rate;
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
    const { bytes, intervalMs } = isFromPhone ? timeouts.phoneBody : timeouts.longBody;
    let previousBytes = socket.bytesRead;
    // Once the response has been sent, the rest of the body is not needed.
    reply.raw.once('finish', () => {
      stop();
      if (!raw.complete) timer = setTimeout(disconnect, timeouts.body).unref();
    });
    timer = setInterval(() => {
      // If data is waiting in the buffer, the server is slow, not the client.
      if (socket.bytesRead - previousBytes < bytes && raw.readableLength === 0) disconnect();
      previousBytes = socket.bytesRead;
    }, intervalMs).unref();
  } else timer = setTimeout(disconnect, timeouts.body).unref();
  raw.once('close', stop);
};
