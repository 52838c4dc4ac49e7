import type { ExpectedResponse, Request } from './call.ts';

export type Reply = { status: number; headers: Headers; text: string };

/** Sends a request without following redirects. */
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

const ENVELOPE_PATH_PATTERN = /^\/api\/services\//i;

/**
 * Returns the outcome of a response, or a string that no test expects if the response envelope contradicts the status.
 */
export const summarizeReply = ({ path }: Request, { status, text }: Reply): ExpectedResponse | string => {
  if (!ENVELOPE_PATH_PATTERN.test(path)) return status;
  const { success, unAuthorizedRequest } = JSON.parse(text);
  const isUnauthorized = status === 401 || status === 403;
  if (unAuthorizedRequest !== isUnauthorized || (isUnauthorized && success)) return `${status} ${text}`;
  if (status !== 200) return status;
  return success ? 'succeeded' : 'rejected';
};

/** Headers that differ between identical requests. */
const VARIABLE_HEADERS = ['date', 'x-request-id', 'upload-expires'];
/** Matches file formats that contain the creation time. */
const FORMAT_WITH_DATE_PATTERN = /spreadsheet|pdf/;

/** Formats a response for comparison, without its time-dependent parts. */
export const formatComparableReply = ({ status, headers, text }: Reply): string => {
  const type = headers.get('content-type') ?? '';
  const hasDate = FORMAT_WITH_DATE_PATTERN.test(type) && status < 300;
  // Pages show how long ago a browser was used, and reports show the current minute, which changes their length.
  const hasVariableLength = hasDate || type.startsWith('text/html');
  const headerEntries = [...headers].filter(
    ([name]) => !VARIABLE_HEADERS.includes(name) && !(hasVariableLength && name === 'content-length'),
  );
  return `${status} ${hasDate ? type : text} ${JSON.stringify(headerEntries)}`
    .replaceAll(headers.get('x-request-id')!, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/(last used|last contact) [^·<]+/g, '$1 <time>');
};
