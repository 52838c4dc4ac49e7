import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '#contract/limits.ts';
import { ChunkedRequest } from './chunked-request.ts';
import { acceptsRequests, type GracefulClose } from './close-gracefully.ts';
import { findParserErrorStatus, rejectConnection } from './reject-connection.ts';
import { PARSING_STOPPED } from './stop-parsing.ts';

/** In milliseconds (R13). The idle timeout exceeds the longest change poll and the database timeouts. */
const TIMEOUTS = { headers: 10_000, keepAlive: 65_000, idle: 70_000, checkInterval: 1_000 };

/** The rest of a body up to this size is drained after the response: reconnecting would be slower. */
const MAX_DRAINED_BYTES = 64 * 1024;

type HttpServerSettings = {
  tls: { cert: Buffer; key: Buffer } | undefined;
  log: FastifyBaseLogger;
  closing: GracefulClose;
};

/**
 * Even if a request is rejected early, the client receives the response, and the connection either stays usable or is
 * closed with `connection: close` (R23).
 */
export const createHttpServer = (
  serve: RequestListener,
  { tls, log, closing }: HttpServerSettings,
): Server => {
  const options = {
    IncomingMessage: ChunkedRequest,
    ServerResponse: EarlyResponse,
    maxHeaderSize: limits.headers,
    headersTimeout: TIMEOUTS.headers,
    // disconnectSlowSenders limits how long bodies may take.
    requestTimeout: 0,
    keepAliveTimeout: TIMEOUTS.keepAlive,
    connectionsCheckingInterval: TIMEOUTS.checkInterval,
    // checkHostHeader validates the header.
    requireHostHeader: false,
  };
  const listener: RequestListener = (request, response) => {
    if (acceptsRequests(request.socket)) serve(request, response);
    else request.resume();
  };
  const server = tls ? createSecureServer({ ...tls, ...options }, listener) : createServer(options, listener);
  server.setTimeout(TIMEOUTS.idle);

  server.on(tls ? 'secureConnection' : 'connection', closing.handle);
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    // Ignore the rest of an unreadable request.
    if (!acceptsRequests(socket) || code === PARSING_STOPPED) return;
    const status = findParserErrorStatus(code);
    if (status === undefined) return void socket.destroy();
    // The error contains the bytes received, which may include credentials, so it is not logged.
    log.debug({ code, status }, 'a request cannot be read');
    rejectConnection(socket, status);
  });
  server.on('connect', (_request, socket: Socket) => rejectConnection(socket, 405));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response);
    listener(request, response);
  });
  server.on('checkExpectation', listener);
  return server;
};

/** Closes the connection if the response is sent before a long body has been read. */
class EarlyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  // biome-ignore lint/suspicious/noExplicitAny: Node's signature has three forms
  override writeHead(...head: [any, any?, any?]) {
    const isUnread = !this.req.complete && getBodyLength(this.req) > MAX_DRAINED_BYTES;
    // `errored` is set if ChunkedRequest has rejected the body.
    if (isUnread || this.req.errored) {
      this.shouldKeepAlive = false;
      this.once('finish', () => this.req.resume());
    }
    return super.writeHead(...head);
  }
}

const getBodyLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

/**
 * Sends `100 Continue` only when the body is about to be read. After an error, the client may or may not send the body,
 * so the connection is closed.
 */
const continueWhenRead = (request: IncomingMessage, response: ServerResponse): void => {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  const onListener = (event: string | symbol) => {
    if (event !== 'data' && event !== 'readable') return;
    request.off('newListener', onListener);
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  };
  request.on('newListener', onListener);
};
