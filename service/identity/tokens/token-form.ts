import { limits } from '#contract/limits.ts';
import { invalidTokenRequest, missingParameter, repeatedParameter } from './token-problems.ts';

/** The parameters of a form post, each given once (S9). Unknown ones are kept and ignored (decision A7). */
export type TokenForm = ReadonlyMap<string, string>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the body as a form, whatever content type it claims (decision A1). */
export const readTokenForm = (body: Buffer): TokenForm => {
  if (body.length > limits.form) throw invalidTokenRequest(`The body is larger than ${limits.form} bytes.`);
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(decode(body))) {
    if (form.has(name)) throw repeatedParameter(name);
    if (value.includes('\0'))
      throw invalidTokenRequest(`The parameter ${name} contains the character U+0000.`);
    form.set(name, value);
  }
  return form;
};

export const requiredParameter = (form: TokenForm, name: string): string => {
  const value = form.get(name);
  if (value === undefined || value === '') throw missingParameter(name);
  return value;
};

/** A client's id and secret, from the form or from HTTP Basic (RFC 6749 §2.3.1). */
export const clientOf = (form: TokenForm, authorization: string | undefined) => {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) {
    return {
      clientId: requiredParameter(form, 'client_id'),
      clientSecret: requiredParameter(form, 'client_secret'),
    };
  }
  const [clientId = '', clientSecret = ''] = splitOnce(Buffer.from(basic, 'base64').toString(), ':').map(
    formDecoded,
  );
  if (clientId.includes('\0')) throw invalidTokenRequest('The client_id contains the character U+0000.');
  return { clientId, clientSecret };
};

const decode = (body: Buffer): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw invalidTokenRequest('The body is not valid UTF-8.');
  }
};

const splitOnce = (text: string, separator: string): string[] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

/** Both parts are form-encoded before they are joined; a client that did not bother sends what decodes to itself. */
const formDecoded = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
};
