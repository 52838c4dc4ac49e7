import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { inSlices } from './in-slices.ts';
import type { LargeBodies } from './large-bodies.ts';
import { readJson } from './read-json.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request without a body says the same as one with `{}`. */
    mayLackBody?: boolean;
  }
}

/**
 * Up to twice the limit is received before it is refused: whoever is cut off in the middle of sending sees a broken
 * connection and not the reason.
 */
const RECEIVED_BYTES = 2 * limits.body;

/**
 * Bodies are JSON in UTF-8, uncompressed, and nothing else (S8). A DELETE may come without a content type, for many
 * clients send none with it (decision T12); and a call that takes no body with one, for many send it with every call.
 */
export const acceptJsonBodies = (app: FastifyInstance, largeBodies: LargeBodies): void => {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: RECEIVED_BYTES } as const;
  app.addContentTypeParser('*', options, async (request: FastifyRequest, body: Buffer) => {
    if (!isJson(request)) throw new Refusal(415, NOT_JSON);
    if (body.length > limits.body) throw new Refusal(413, TOO_LARGE);
    const { schema, config } = request.routeOptions;
    const isWanted = schema?.body !== undefined && !config.mayLackBody;
    if (body.length === 0 && !isWanted) return undefined;
    await largeBodies.enter(request, body.length);
    return inSlices(readJson(body));
  });
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.mayLackBody && request.body === undefined) request.body = {};
  });
};

const NOT_JSON = sentence`The body must be JSON: send it as application/json, in UTF-8 and not compressed.`;
const TOO_LARGE = sentence`The body is larger than ${limits.body} bytes.`;

const JSON_IN_UTF8 = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

const isJson = ({ headers, method }: FastifyRequest): boolean => {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return false;
  return type === undefined ? method === 'DELETE' : JSON_IN_UTF8.test(type.trim());
};
