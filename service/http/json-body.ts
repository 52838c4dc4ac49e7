import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import { HttpError } from './http-error.ts';
import type { LargeRequests } from './large-requests.ts';
import { readJson } from './read-json.ts';
import { runInSlices } from './run-in-slices.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Treats a missing body as `{}`. */
    isBodyOptional?: boolean;
  }
}

/** Up to twice the limit is received: a client disconnected while sending would not see the error. */
const MAX_RECEIVED_BYTES = 2 * limits.body;

/** Accepts only uncompressed UTF-8 JSON (S8). A DELETE may omit the content type, as many clients do (decision T12). */
export const acceptJsonBodies = (app: FastifyInstance, largeRequests: LargeRequests): void => {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: MAX_RECEIVED_BYTES } as const;
  app.addContentTypeParser('*', options, async (request: FastifyRequest, body: Buffer) => {
    if (!isDeclaredAsJson(request)) throw new HttpError(415, NOT_JSON);
    if (body.length > limits.body) throw new HttpError(413, TOO_LARGE);
    const { schema, config } = request.routeOptions;
    const isRequired = schema?.body !== undefined && !config.isBodyOptional;
    if (body.length === 0 && !isRequired) return undefined;
    await largeRequests.admitBody(request, body.length);
    return runInSlices(readJson(body));
  });
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.isBodyOptional && request.body === undefined) request.body = {};
  });
};

const NOT_JSON = msg`The body must be JSON. Send it as application/json, in UTF-8 and uncompressed.`;
const TOO_LARGE = msg`The body is larger than ${limits.body} bytes.`;

const JSON_IN_UTF8 = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

const isDeclaredAsJson = ({ headers, method }: FastifyRequest): boolean => {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return false;
  return type === undefined ? method === 'DELETE' : JSON_IN_UTF8.test(type.trim());
};
