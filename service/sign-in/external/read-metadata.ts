import type { ServerMetadata } from 'openid-client';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** URLs in a provider's settings have the same limit. */
const MAX_URL_LENGTH = 2_048;
/** Providers announce about ten algorithms. */
const MAX_NAMES = 100;

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= MAX_URL_LENGTH &&
  ['https:', 'http:'].includes(URL.parse(value)?.protocol ?? '');
const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_NAMES && value.every((name) => typeof name === 'string');
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/** The properties that a sign-in uses, each with its check. The issuer has already been checked. */
const PROPERTIES: readonly (readonly [name: string, isValid: (value: unknown) => boolean])[] = [
  ['authorization_endpoint', isUrl],
  ['token_endpoint', isUrl],
  ['userinfo_endpoint', isUrl],
  ['jwks_uri', isUrl],
  ['token_endpoint_auth_methods_supported', isNameList],
  ['code_challenge_methods_supported', isNameList],
  ['id_token_signing_alg_values_supported', isNameList],
  ['userinfo_signing_alg_values_supported', isNameList],
  ['authorization_response_iss_parameter_supported', isBoolean],
];

/**
 * Throws SignInDeniedError if a needed value is invalid. Leaves out all other properties, because openid-client copies
 * the whole metadata several times in each sign-in.
 */
export const readMetadata = (document: ServerMetadata): ServerMetadata => {
  const entries = PROPERTIES.flatMap(([name, isValid]) => {
    const value = document[name] ?? undefined;
    if (value === undefined) return [];
    if (!isValid(value)) throw new SignInDeniedError(`the provider announces an invalid ${name}`);
    return [[name, value] as const];
  });
  return { ...Object.fromEntries(entries), issuer: document.issuer };
};
