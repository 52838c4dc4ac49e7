import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { Refusal } from './refusal.ts';

/** The parameters of a posted form, each given once (S9). */
export type Form = ReadonlyMap<string, string>;

/** More than the limit is received before it is refused, so that the refusal can be read. */
const RECEIVED_BYTES = 2 * limits.postedAnswer;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Hands the bodies of posts to whoever reads them as forms: of one content type, or of whatever type (decision A1). */
export const acceptForms = (app: FastifyInstance, type: '*' | 'application/x-www-form-urlencoded'): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: RECEIVED_BYTES }, (_request, body, done) => {
    done(null, body);
  });
};

export const readForm = (body: unknown, limit: number = limits.form): Form => {
  const bytes = body instanceof Buffer ? body : Buffer.alloc(0);
  if (bytes.length > limit) throw new Refusal(413, sentence`The body is larger than ${limit} bytes.`);
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(decode(bytes))) {
    if (form.has(name)) throw new Refusal(400, sentence`The parameter ${name.slice(0, 80)} is given twice.`);
    if (value.includes('\0'))
      throw new Refusal(400, sentence`The parameter ${name.slice(0, 80)} contains the character U+0000.`);
    form.set(name, value);
  }
  return form;
};

const decode = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal(400, sentence`The body is not valid UTF-8.`);
  }
};
