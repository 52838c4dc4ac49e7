import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import type { ErrorObject } from '#contract/envelope.ts';

const { values } = parseArgs({ options: { 'base-url': { type: 'string' } } });

/** The address of the server under test, without a slash at the end. `npm run conformance` hands it to every rule file. */
export const baseAddress = values['base-url']?.replace(/\/+$/, '') ?? '';
if (baseAddress === '') {
  throw new Error('Say which server to test: --base-url http://127.0.0.1:8080, or use npm run conformance.');
}

/** A JSON object of which nothing is known before it is looked at. */
export type Row = Record<string, unknown>;

export type Envelope = {
  success: boolean;
  result: Row;
  error: ErrorObject;
  unAuthorizedRequest: boolean;
};

export type Answer<Body = Envelope> = { status: number; headers: Headers; text: string; body: Body };

export type Request = {
  /** Bearer token. */
  token?: string | undefined;
  /** An object is sent as JSON; text and bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** Sends one request and reads the whole answer, which must be JSON. Redirects are not followed. */
export const send = async <Body = Envelope>(
  method: string,
  path: string,
  { token, body, headers = {} }: Request = {},
): Promise<Answer<Body>> => {
  const response = await fetch(`${baseAddress}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(isJson(body) && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: isJson(body) ? JSON.stringify(body) : ((body as string | undefined) ?? null),
    duplex: 'half',
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parsed(text, `${method} ${path}`),
  };
};

/** Text as bytes: fetch gives a text a content type of its own, bytes go without. */
export const bytesOf = (text: string) => new TextEncoder().encode(text);

const isJson = (body: unknown) =>
  body !== undefined &&
  typeof body !== 'string' &&
  !(body instanceof Uint8Array) &&
  !(body instanceof ReadableStream);

const parsed = (text: string, request: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return assert.fail(`${request} answered what is not JSON: ${text.slice(0, 200)}`);
  }
};
