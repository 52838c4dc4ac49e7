import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '#contract/limits.ts';
import { endRequests, takesRequests } from './close-gracefully.ts';
import { securityHeaders } from './security-headers.ts';

/** Why a request is refused before it reaches a route. */
export type ConnectionRefusal = 400 | 405 | 408 | 413 | 431;

const DETAILS: Readonly<Record<ConnectionRefusal, string>> = {
  400: 'The request is not valid HTTP/1.1 and cannot be read.',
  405: 'This server is not a proxy.',
  408: 'The request took too long to arrive.',
  413: 'The extensions of the chunks of the body are too large.',
  431: `The request line and the headers are larger than ${limits.headers} bytes together.`,
};

/**
 * Answers a request that cannot be read to its end with problem details, and closes the connection. Responses to requests
 * before it on the same connection are sent first.
 */
export const refuseConnection = (socket: Socket, status: ConnectionRefusal): void => {
  if (!takesRequests(socket)) return;
  endRequests(socket);
  answerInTurn(socket, status);
};

const answerInTurn = (socket: Socket, status: ConnectionRefusal): void => {
  // Node has no other way to know which response is next on a connection.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (response?.req.complete) {
    response.once('close', () => answerInTurn(socket, status));
    return;
  }
  if (!socket.writable) return;
  if (!response?.headersSent) socket.write(compose(socket, status));
  socket.destroySoon();
};

const compose = (socket: Socket, status: ConnectionRefusal): string => {
  const title = STATUS_CODES[status]!;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: DETAILS[status] });
  const isSecure = 'encrypted' in socket;
  const headers = {
    date: new Date().toUTCString(),
    connection: 'close',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...securityHeaders(isSecure),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n');
};

/** The refusal for an error of Node's parser; undefined when the client is gone. */
export const refusalOf = (code: string | undefined): ConnectionRefusal | undefined => {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    default:
      return 400;
  }
};
