import type { ExpectedResponse, Request } from './call.ts';

/** The complete response. */
export type Reply = { status: number; headers: Headers; text: string };

/** Sends a request unchanged and follows no redirects. */
export const send = async (
  url: string,
  accessToken: string | undefined,
  { method, path, body, headers = {} }: Request,
): Promise<Reply> => {
  const isRaw = typeof body === 'string';
  const reply = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

const ENVELOPE = /^\/api\/services\//i;

/**
 * Returns the outcome of a response. If the response envelope contradicts its status, returns text that matches no
 * expectation.
 */
export const responseOf = ({ path }: Request, { status, text }: Reply): ExpectedResponse | string => {
  if (!ENVELOPE.test(path)) return status;
  const { success, unAuthorizedRequest } = JSON.parse(text);
  const isUnauthorized = status === 401 || status === 403;
  if (unAuthorizedRequest !== isUnauthorized || (isUnauthorized && success)) return `${status} ${text}`;
  if (status !== 200) return status;
  return success ? 'succeeded' : 'rejected';
};

/** Headers that depend on the time of the response. */
const TIME_DEPENDENT = ['date', 'x-request-id', 'upload-expires'];
/** Formats that contain their creation time. */
const DATED = /spreadsheet|pdf/;

/** The response without its time-dependent parts. */
export const comparableReply = ({ status, headers, text }: Reply): string => {
  const headerEntries = [...headers].filter(([name]) => !TIME_DEPENDENT.includes(name));
  const type = headers.get('content-type') ?? '';
  const isDated = DATED.test(type) && status < 300;
  return `${status} ${isDated ? type : text} ${JSON.stringify(headerEntries)}`
    .replaceAll(headers.get('x-request-id')!, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
};
