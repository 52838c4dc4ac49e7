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
