import type { ProviderType } from '#contract/login-provider.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { readSigningKey, UnusableCertificateError } from '#service/sign-in/ws-federation/signing-key.ts';
import type { ProviderSettings } from './login-provider.ts';

/** A provider in a request. */
export type ProviderInput = ProviderSettings & { type: ProviderType; clientSecret?: string | undefined };

type Member = keyof ProviderInput;

const COMMON_MEMBERS: readonly Member[] = [
  'type',
  'userNameClaim',
  'autoProvision',
  'defaultRoles',
  'roleMapping',
  'teamMapping',
  'signsInAdministrators',
  'tokenInFragment',
];

/** The members that each type of provider requires and allows. */
const MEMBERS: Readonly<Record<ProviderType, { required: readonly Member[]; optional: readonly Member[] }>> =
  {
    oidc: { required: ['issuer', 'clientId', 'clientSecret'], optional: ['scopes'] },
    oauth2: {
      required: ['clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'userInfoUrl'],
      optional: ['scopes'],
    },
    wsfederation: { required: ['issuer', 'signInUrl', 'certificates'], optional: ['realm'] },
  };

const TYPE_MEMBERS = new Set(
  Object.values(MEMBERS).flatMap(({ required, optional }) => [...required, ...optional]),
);

export type ProviderIssue = { member: string; message: Sentence };

/** Returns the errors of a provider that matches the schema. `hasSecret`: a secret is already stored. */
export const providerIssues = (
  provider: ProviderInput,
  { outgoingPolicy, hasSecret }: { outgoingPolicy: OutgoingPolicy; hasSecret: boolean },
): ProviderIssue[] => {
  const { required, optional } = MEMBERS[provider.type];
  const allowed = new Set<Member>([...COMMON_MEMBERS, ...required, ...optional]);
  const missing = required.filter(
    (member) => provider[member] === undefined && !(member === 'clientSecret' && hasSecret),
  );
  const unexpected = [...TYPE_MEMBERS].filter(
    (member) => provider[member] !== undefined && !allowed.has(member),
  );
  return [
    ...missing.map((member) => ({
      member,
      message: sentence`The field '${member}' is required for ${provider.type} providers.`,
    })),
    ...unexpected.map((member) => ({
      member,
      message: sentence`The field '${member}' is not allowed for ${provider.type} providers.`,
    })),
    ...ADDRESSES.filter((member) => provider.type !== 'wsfederation' || member !== 'issuer').flatMap(
      (member) => addressIssues(member, provider[member], outgoingPolicy),
    ),
    ...(Buffer.byteLength(provider.issuer ?? '') > MAX_ISSUER_LENGTH ? [ISSUER_TOO_LONG] : []),
    ...(provider.type === 'oidc' && provider.scopes?.includes('openid') === false ? [OPENID_MISSING] : []),
    ...(provider.certificates ?? []).flatMap(certificateIssues),
  ];
};

/** In bytes. The issuer is part of the keys of assertions and subjects, and PostgreSQL limits keys to 2,700 bytes. */
const MAX_ISSUER_LENGTH = 1_024;

const ISSUER_TOO_LONG: ProviderIssue = {
  member: 'issuer',
  message: sentence`issuer may have at most ${MAX_ISSUER_LENGTH} bytes.`,
};

const OPENID_MISSING: ProviderIssue = {
  member: 'scopes',
  message: sentence`scopes must include openid, which OpenID Connect requires.`,
};

const certificateIssues = (pem: string, index: number): ProviderIssue[] => {
  try {
    readSigningKey(pem);
    return [];
  } catch (error) {
    if (!(error instanceof UnusableCertificateError)) throw error;
    const member = `certificates[${index}]`;
    return [{ member, message: sentence`${member} ${error.sentence}.` }];
  }
};

const ADDRESSES = ['issuer', 'authorizationUrl', 'tokenUrl', 'userInfoUrl', 'signInUrl'] as const;

const addressIssues = (
  member: string,
  address: string | undefined,
  outgoingPolicy: OutgoingPolicy,
): ProviderIssue[] => {
  if (address === undefined) return [];
  const url = URL.parse(address);
  const issue = url === null ? 'scheme' : outgoingPolicy.issueOf(url);
  if (issue === 'forbidden') return [{ member, message: sentence`This address is not allowed.` }];
  const isValid = url !== null && url.username === '' && url.password === '' && !/[#\s\\]/.test(address);
  if (issue === undefined && isValid) return [];
  return [
    {
      member,
      message: sentence`${member} is ${address.slice(0, 200)}; it must be an https address without a user name and fragment (http only for addresses in ALLOW_PRIVATE_TARGETS).`,
    },
  ];
};
