import type { Answer, Request } from './call.ts';

/** What came back, to the last byte. */
export type Reply = { status: number; headers: Headers; text: string };

/** Sends a request as it is and follows no redirect. */
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

/** What a reply says to the caller; an envelope that contradicts its status says nothing that is expected anywhere. */
export const answerOf = ({ path }: Request, { status, text }: Reply): Answer | string => {
  if (!ENVELOPE.test(path)) return status;
  const { success, unAuthorizedRequest } = JSON.parse(text);
  const isUnauthorized = status === 401 || status === 403;
  if (unAuthorizedRequest !== isUnauthorized || (isUnauthorized && success)) return `${status} ${text}`;
  if (status !== 200) return status;
  return success ? 'succeeded' : 'refused';
};

/** What tells of the moment, and not of what was asked for. */
const OF_THE_MOMENT = ['date', 'x-request-id', 'upload-expires'];
/** Files within which stands when they were made. */
const DATED = /spreadsheet|pdf/;

/** All that was said, but for the moment. */
export const saidBy = ({ status, headers, text }: Reply): string => {
  const told = [...headers].filter(([name]) => !OF_THE_MOMENT.includes(name));
  const type = headers.get('content-type') ?? '';
  const isDated = DATED.test(type) && status < 300;
  return `${status} ${isDated ? type : text} ${JSON.stringify(told)}`
    .replaceAll(headers.get('x-request-id')!, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
};
