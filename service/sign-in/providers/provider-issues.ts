import type { ProviderType } from '#contract/login-provider.ts';
import { type Message, msg } from '#i18n/message.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { readSigningKey, UnusableCertificateError } from '#service/sign-in/ws-federation/signing-key.ts';
import type { ProviderSettings } from './login-provider.ts';

export type ProviderFields = ProviderSettings & { type: ProviderType; clientSecret?: string | undefined };

type Field = keyof ProviderFields;

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

export type ProviderIssue = { field: string; message: Message };

/** The provider must match the schema. `hasSecret` is true if a secret has already been stored. */
export const findProviderIssues = (
  provider: ProviderFields,
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
      message: msg`The field '${field}' is required for ${provider.type} providers.`,
    })),
    ...unexpectedFields.map((field) => ({
      field,
      message: msg`The field '${field}' is not allowed for ${provider.type} providers.`,
    })),
    ...URL_FIELDS.filter((field) => provider.type !== 'wsfederation' || field !== 'issuer').flatMap((field) =>
      findUrlIssues(field, provider[field], outgoingPolicy),
    ),
    ...(Buffer.byteLength(provider.issuer ?? '') > MAX_ISSUER_LENGTH ? [ISSUER_TOO_LONG] : []),
    ...(provider.type === 'oidc' && provider.scopes?.includes('openid') === false ? [OPENID_MISSING] : []),
    ...(provider.certificates ?? []).flatMap(findCertificateIssues),
  ];
};

/** In bytes. An issuer is part of database keys, which PostgreSQL limits to 2,700 bytes. */
const MAX_ISSUER_LENGTH = 1_024;

const ISSUER_TOO_LONG: ProviderIssue = {
  field: 'issuer',
  message: msg`issuer may have at most ${MAX_ISSUER_LENGTH} bytes.`,
};

const OPENID_MISSING: ProviderIssue = {
  field: 'scopes',
  message: msg`scopes must include openid, which OpenID Connect requires.`,
};

const findCertificateIssues = (pem: string, index: number): ProviderIssue[] => {
  try {
    readSigningKey(pem);
    return [];
  } catch (error) {
    if (!(error instanceof UnusableCertificateError)) throw error;
    const field = `certificates[${index}]`;
    return [{ field, message: msg`${field} ${error.localizableMessage}.` }];
  }
};

const URL_FIELDS = ['issuer', 'authorizationUrl', 'tokenUrl', 'userInfoUrl', 'signInUrl'] as const;

const findUrlIssues = (field: string, address: string | undefined, outgoingPolicy: OutgoingPolicy) => {
  if (address === undefined) return [];
  const url = URL.parse(address);
  const issue = url === null ? 'scheme' : outgoingPolicy.findIssue(url);
  if (issue === 'forbidden') return [{ field, message: msg`This address is not allowed.` }];
  const isValid = url !== null && url.username === '' && url.password === '' && !/[#\s\\]/.test(address);
  if (issue === undefined && isValid) return [];
  return [
    {
      field,
      message: msg`${field} is ${address.slice(0, 200)}; it must be an https address without a user name or fragment (http only for addresses in ALLOW_PRIVATE_TARGETS).`,
    },
  ];
};
