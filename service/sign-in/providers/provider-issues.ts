import type { ProviderType } from '#contract/login-provider.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { readSigningKey, UnusableCertificateError } from '#service/sign-in/ws-federation/signing-key.ts';
import type { ProviderSettings } from './login-provider.ts';

export type ProviderInput = ProviderSettings & { type: ProviderType; clientSecret?: string | undefined };

type Field = keyof ProviderInput;

const COMMON_FIELDS: readonly Field[] = [
  'type',
  'userNameClaim',
  'autoProvision',
  'defaultRoles',
  'roleMapping',
  'teamMapping',
  'signsInAdministrators',
  'tokenInFragment',
];

const FIELDS: Readonly<Record<ProviderType, { required: readonly Field[]; optional: readonly Field[] }>> = {
  oidc: { required: ['issuer', 'clientId', 'clientSecret'], optional: ['scopes'] },
  oauth2: {
    required: ['clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'userInfoUrl'],
    optional: ['scopes'],
  },
  wsfederation: { required: ['issuer', 'signInUrl', 'certificates'], optional: ['realm'] },
};

const TYPE_FIELDS = new Set(
  Object.values(FIELDS).flatMap(({ required, optional }) => [...required, ...optional]),
);

export type ProviderIssue = { field: string; message: Sentence };

/**
 * Finds the errors in a provider, which must match the schema. `hasSecret` is true if a secret has already been stored.
 */
export const findProviderIssues = (
  provider: ProviderInput,
  { outgoingPolicy, hasSecret }: { outgoingPolicy: OutgoingPolicy; hasSecret: boolean },
): ProviderIssue[] => {
  const { required, optional } = FIELDS[provider.type];
  const allowedFields = new Set<Field>([...COMMON_FIELDS, ...required, ...optional]);
  const missingFields = required.filter(
    (field) => provider[field] === undefined && !(field === 'clientSecret' && hasSecret),
  );
  const unexpectedFields = [...TYPE_FIELDS].filter(
    (field) => provider[field] !== undefined && !allowedFields.has(field),
  );
  return [
    ...missingFields.map((field) => ({
      field,
      message: sentence`The field '${field}' is required for ${provider.type} providers.`,
    })),
    ...unexpectedFields.map((field) => ({
      field,
      message: sentence`The field '${field}' is not allowed for ${provider.type} providers.`,
    })),
    ...URL_FIELDS.filter((field) => provider.type !== 'wsfederation' || field !== 'issuer').flatMap((field) =>
      findUrlIssues(field, provider[field], outgoingPolicy),
    ),
    ...(Buffer.byteLength(provider.issuer ?? '') > MAX_ISSUER_LENGTH ? [ISSUER_TOO_LONG] : []),
    ...(provider.type === 'oidc' && provider.scopes?.includes('openid') === false ? [OPENID_MISSING] : []),
    ...(provider.certificates ?? []).flatMap(findCertificateIssues),
  ];
};

/**
 * The maximum length of an issuer, in bytes. An issuer is part of database keys for assertions and subjects,
 * and PostgreSQL limits keys to 2,700 bytes.
 */
const MAX_ISSUER_LENGTH = 1_024;

const ISSUER_TOO_LONG: ProviderIssue = {
  field: 'issuer',
  message: sentence`issuer may have at most ${MAX_ISSUER_LENGTH} bytes.`,
};

const OPENID_MISSING: ProviderIssue = {
  field: 'scopes',
  message: sentence`scopes must include openid, which OpenID Connect requires.`,
};

const findCertificateIssues = (pem: string, index: number): ProviderIssue[] => {
  try {
    readSigningKey(pem);
    return [];
  } catch (error) {
    if (!(error instanceof UnusableCertificateError)) throw error;
    const field = `certificates[${index}]`;
    return [{ field, message: sentence`${field} ${error.sentence}.` }];
  }
};

const URL_FIELDS = ['issuer', 'authorizationUrl', 'tokenUrl', 'userInfoUrl', 'signInUrl'] as const;

const findUrlIssues = (
  field: string,
  address: string | undefined,
  outgoingPolicy: OutgoingPolicy,
): ProviderIssue[] => {
  if (address === undefined) return [];
  const url = URL.parse(address);
  const issue = url === null ? 'scheme' : outgoingPolicy.findIssue(url);
  if (issue === 'forbidden') return [{ field, message: sentence`This address is not allowed.` }];
  const isValid = url !== null && url.username === '' && url.password === '' && !/[#\s\\]/.test(address);
  if (issue === undefined && isValid) return [];
  return [
    {
      field,
      message: sentence`${field} is ${address.slice(0, 200)}; it must be an https address without a user name or fragment (http only for addresses in ALLOW_PRIVATE_TARGETS).`,
    },
  ];
};
