import type { Form } from '#service/http/read-form.ts';
import { invalidTokenRequest, missingParameter } from './token-problems.ts';

export const requireParameter = (form: Form, name: string): string => {
  const value = form.get(name);
  if (value === undefined || value === '') throw missingParameter(name);
  return value;
};

/** Reads a client's ID and secret from the form or from HTTP Basic (RFC 6749 §2.3.1). */
export const readClientCredentials = (form: Form, authorization: string | undefined) => {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) {
    return {
      clientId: requireParameter(form, 'client_id'),
      clientSecret: requireParameter(form, 'client_secret'),
    };
  }
  const [clientId = '', clientSecret = ''] = splitOnce(Buffer.from(basic, 'base64').toString(), ':').map(
    decodeFormValue,
  );
  if (clientId.includes('\0')) throw invalidTokenRequest('The client_id contains the character U+0000.');
  return { clientId, clientSecret };
};

const splitOnce = (text: string, separator: string): string[] => {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
};

/** Decodes the client ID or secret. For clients that do not encode them, only values with `%` or `+` change. */
const decodeFormValue = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
};
