import type { ExpectedResponse, Request } from './call.ts';

/** A complete response. */
export type Reply = { status: number; headers: Headers; text: string };

/** Sends a request, without following redirects. */
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
 * Returns the outcome of a response. If the response envelope contradicts the status, returns a string that no test
 * expects.
 */
export const responseOf = ({ path }: Request, { status, text }: Reply): ExpectedResponse | string => {
  if (!ENVELOPE.test(path)) return status;
  const { success, unAuthorizedRequest } = JSON.parse(text);
  const isUnauthorized = status === 401 || status === 403;
  if (unAuthorizedRequest !== isUnauthorized || (isUnauthorized && success)) return `${status} ${text}`;
  if (status !== 200) return status;
  return success ? 'succeeded' : 'rejected';
};

/** Headers that differ between identical requests. */
const VARIABLE_HEADERS = ['date', 'x-request-id', 'upload-expires'];
/** Formats that contain their creation time. */
const FORMATS_WITH_DATES = /spreadsheet|pdf/;

/** Returns the response without its time-dependent parts, for comparison. */
export const comparableReply = ({ status, headers, text }: Reply): string => {
  const headerEntries = [...headers].filter(([name]) => !VARIABLE_HEADERS.includes(name));
  const type = headers.get('content-type') ?? '';
  const hasDate = FORMATS_WITH_DATES.test(type) && status < 300;
  return `${status} ${hasDate ? type : text} ${JSON.stringify(headerEntries)}`
    .replaceAll(headers.get('x-request-id')!, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
};
