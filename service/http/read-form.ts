import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import { HttpError } from './http-error.ts';

/** No parameter appears twice (S9). */
export type Form = ReadonlyMap<string, string>;

/** Up to twice the limit is received: a client disconnected while sending would not see the error. */
const MAX_RECEIVED_BYTES = 2 * limits.providerResponse;

const AMPERSAND = 0x26;
const PLUS = 0x2b;
const SPACE = 0x20;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `*` accepts any content type (decision A1). A large body needs a slot: anyone can post 1 MiB. */
export const acceptForms = (app: FastifyInstance, type: '*' | 'application/x-www-form-urlencoded'): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    type,
    { parseAs: 'buffer', bodyLimit: MAX_RECEIVED_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      await app.largeRequests.admitBody(request, body.length);
      return body;
    },
  );
};

export const readForm = (body: unknown, limit: number = limits.form): Form => {
  const bytes = body instanceof Buffer ? body : Buffer.alloc(0);
  if (bytes.length > limit) throw new HttpError(413, msg`The body is larger than ${limit} bytes.`);
  rejectLongForm(bytes);
  const pairs = decode(replacePlusSigns(bytes)).split('&');
  const form = new Map<string, string>();
  // Parameters are parsed one by one: URLSearchParams takes quadratic time for those without a `=`.
  for (const [name, value] of pairs.flatMap((pair) => [...new URLSearchParams(pair)])) {
    if (form.has(name)) throw new HttpError(400, msg`The parameter ${name.slice(0, 80)} is repeated.`);
    if (value.includes('\0'))
      throw new HttpError(400, msg`The parameter ${name.slice(0, 80)} contains the character U+0000.`);
    form.set(name, value);
  }
  return form;
};

/** Called before decoding: anyone can post a 1 MiB form. */
const rejectLongForm = (bytes: Buffer): void => {
  let position = -1;
  for (let count = 1; count <= limits.parameters; count++) {
    position = bytes.indexOf(AMPERSAND, position + 1);
    if (position < 0) return;
  }
  throw new HttpError(400, msg`The body has more than ${limits.parameters} parameters.`);
};

/** URLSearchParams does the same, but takes over 50 ms for 1 MiB of plus signs. */
const replacePlusSigns = (bytes: Buffer): Buffer => {
  if (!bytes.includes(PLUS)) return bytes;
  const copy = Buffer.from(bytes);
  for (let index = 0; index < copy.length; index++) if (copy[index] === PLUS) copy[index] = SPACE;
  return copy;
};

const decode = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpError(400, msg`The body is not valid UTF-8.`);
  }
};
