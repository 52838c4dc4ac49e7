import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ErrorObject } from '#contract/envelope.ts';
import { replaceIds, replaceIdsInJson } from '#service/testing/replace-ids.ts';

const { values } = parseArgs({ options: { 'base-url': { type: 'string' }, replies: { type: 'string' } } });

/** The URL of the server under test, without a trailing slash. `npm run conformance` passes it to every rule file. */
export const baseUrl = values['base-url']?.replace(/\/+$/, '') ?? '';
if (baseUrl === '') {
  throw new Error(
    'Set the server to test with --base-url http://127.0.0.1:8080, or use npm run conformance.',
  );
}

export type Row = Record<string, unknown>;

export type Envelope = {
  success: boolean;
  result: Row;
  error: ErrorObject;
  unAuthorizedRequest: boolean;
};

export type ApiResponse<Body = Envelope> = { status: number; headers: Headers; text: string; body: Body };

export type Request = {
  token?: string | undefined;
  /** An object is sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** Sends one request and reads the whole response, which must be JSON. Does not follow redirects. */
export const send = async <Body = Envelope>(
  method: string,
  path: string,
  { token, body, headers = {} }: Request = {},
): Promise<ApiResponse<Body>> => {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(isJsonBody(body) && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: isJsonBody(body) ? JSON.stringify(body) : ((body as string | undefined) ?? null),
    duplex: 'half',
  });
  const text = await response.text();
  if (values.replies !== undefined && path.startsWith('/api/v1/')) {
    const line = `${method} ${replaceIds(path)} ${response.status} ${replaceIdsInJson(text)}`;
    appendFileSync(values.replies, `${line}\n`);
  }
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parseJson(text, `${method} ${path}`),
  };
};

/** Encodes text as bytes, which fetch sends without a Content-Type header. */
export const encodeText = (text: string) => new TextEncoder().encode(text);

const isJsonBody = (body: unknown) =>
  body !== undefined &&
  typeof body !== 'string' &&
  !(body instanceof Uint8Array) &&
  !(body instanceof ReadableStream);

const parseJson = (text: string, request: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return assert.fail(`The response to ${request} is not JSON: ${text.slice(0, 200)}`);
  }
};
