import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '#contract/limits.ts';
import { acceptsRequests, endRequests } from './close-gracefully.ts';
import { createSecurityHeaders } from './security-headers.ts';

type ConnectionErrorStatus = 400 | 405 | 408 | 413 | 431;

const DETAILS: Readonly<Record<ConnectionErrorStatus, string>> = {
  400: 'The request is not valid HTTP/1.1 and cannot be read.',
  405: 'This server is not a proxy.',
  408: 'The request took too long to arrive.',
  413: 'The chunk extensions of the body are too large.',
  431: `The request line and the headers exceed ${limits.headers} bytes in total, or there are more than 1000 headers.`,
};

/** Sends problem details for an unreadable request, after any earlier responses, and closes the connection. */
export const rejectConnection = (socket: Socket, status: ConnectionErrorStatus): void => {
  if (!acceptsRequests(socket)) return;
  endRequests(socket);
  respondInTurn(socket, status);
};

const respondInTurn = (socket: Socket, status: ConnectionErrorStatus): void => {
  // Node offers no other way to find the next response on a connection.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (response?.req.complete) {
    response.once('close', () => respondInTurn(socket, status));
    return;
  }
  if (!socket.writable) return;
  if (!response?.headersSent) socket.write(formatResponse(socket, status));
  socket.destroySoon();
};

const formatResponse = (socket: Socket, status: ConnectionErrorStatus): string => {
  const title = STATUS_CODES[status]!;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: DETAILS[status] });
  const isSecure = 'encrypted' in socket;
  const headers = {
    date: new Date().toUTCString(),
    connection: 'close',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...createSecurityHeaders(isSecure),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n');
};

/** Returns undefined if the client has disconnected. */
export const findParserErrorStatus = (code: string | undefined): ConnectionErrorStatus | undefined => {
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
