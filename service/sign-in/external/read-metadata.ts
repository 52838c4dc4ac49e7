import type { ServerMetadata } from 'openid-client';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** Same limit as for URLs in a provider's settings. */
const MAX_URL_LENGTH = 2_048;
/** Providers advertise about ten algorithms. */
const MAX_NAMES = 100;

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= MAX_URL_LENGTH &&
  ['https:', 'http:'].includes(URL.parse(value)?.protocol ?? '');
const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_NAMES && value.every((name) => typeof name === 'string');
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/** The properties a sign-in uses, with their checks. The issuer has already been checked. */
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
 * Throws SignInDeniedError if one of PROPERTIES is invalid. Drops all other properties: openid-client copies the
 * metadata several times per sign-in.
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
