import type { ProviderType } from '#contract/login-provider.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { readSigningKey, UnusableCertificate } from '#service/sign-in/ws-federation/signing-key.ts';
import type { ProviderSettings } from './login-provider.ts';

/** A provider as somebody gives it. */
export type GivenProvider = ProviderSettings & { type: ProviderType; clientSecret?: string | undefined };

type Member = keyof GivenProvider;

const EVERY: readonly Member[] = [
  'type',
  'userNameClaim',
  'autoProvision',
  'defaultRoles',
  'roleMapping',
  'teamMapping',
  'signsInAdministrators',
  'tokenInFragment',
];

/** Which members a type of provider must and may have. */
const MEMBERS: Readonly<Record<ProviderType, { required: readonly Member[]; optional: readonly Member[] }>> =
  {
    oidc: { required: ['issuer', 'clientId', 'clientSecret'], optional: ['scopes'] },
    oauth2: {
      required: ['clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'userInfoUrl'],
      optional: ['scopes'],
    },
    wsfederation: { required: ['issuer', 'signInUrl', 'certificates'], optional: ['realm'] },
  };

const OWN_MEMBERS = new Set(
  Object.values(MEMBERS).flatMap(({ required, optional }) => [...required, ...optional]),
);

export type ProviderFault = { member: string; message: Sentence };

/** What is wrong with a provider that has the right shape. `hasSecret`: one is kept already. */
export const providerFaults = (
  given: GivenProvider,
  { outgoingPolicy, hasSecret }: { outgoingPolicy: OutgoingPolicy; hasSecret: boolean },
): ProviderFault[] => {
  const { required, optional } = MEMBERS[given.type];
  const possible = new Set<Member>([...EVERY, ...required, ...optional]);
  const missing = required.filter(
    (member) => given[member] === undefined && !(member === 'clientSecret' && hasSecret),
  );
  const excess = [...OWN_MEMBERS].filter((member) => given[member] !== undefined && !possible.has(member));
  return [
    ...missing.map((member) => ({
      member,
      message: sentence`The member ${member} is missing: a provider of the type ${given.type} needs it.`,
    })),
    ...excess.map((member) => ({
      member,
      message: sentence`The member ${member} is not for providers of the type ${given.type}: leave it out.`,
    })),
    ...ADDRESSES.filter((member) => given.type !== 'wsfederation' || member !== 'issuer').flatMap((member) =>
      addressFaults(member, given[member], outgoingPolicy),
    ),
    ...(Buffer.byteLength(given.issuer ?? '') > LONGEST_ISSUER ? [ISSUER_TOO_LONG] : []),
    ...(given.type === 'oidc' && given.scopes?.includes('openid') === false ? [OPENID_MISSING] : []),
    ...(given.certificates ?? []).flatMap(certificateFaults),
  ];
};

/** In bytes. It is a part of the keys of assertions and subjects, and PostgreSQL has keys of up to 2,700. */
const LONGEST_ISSUER = 1_024;

const ISSUER_TOO_LONG: ProviderFault = {
  member: 'issuer',
  message: sentence`issuer may have at most ${LONGEST_ISSUER} bytes.`,
};

const OPENID_MISSING: ProviderFault = {
  member: 'scopes',
  message: sentence`scopes must have openid among them: without it there is no sign-in by OpenID Connect.`,
};

const certificateFaults = (pem: string, at: number): ProviderFault[] => {
  try {
    readSigningKey(pem);
    return [];
  } catch (error) {
    if (!(error instanceof UnusableCertificate)) throw error;
    const member = `certificates[${at}]`;
    return [{ member, message: sentence`${member} ${error.sentence}.` }];
  }
};

const ADDRESSES = ['issuer', 'authorizationUrl', 'tokenUrl', 'userInfoUrl', 'signInUrl'] as const;

const addressFaults = (
  member: string,
  address: string | undefined,
  outgoingPolicy: OutgoingPolicy,
): ProviderFault[] => {
  if (address === undefined) return [];
  const url = URL.parse(address);
  const fault = url === null ? 'scheme' : outgoingPolicy.faultOf(url);
  if (fault === 'forbidden') return [{ member, message: sentence`This address is not allowed.` }];
  const isPlain = url !== null && url.username === '' && url.password === '' && !/[#\s\\]/.test(address);
  if (fault === undefined && isPlain) return [];
  return [
    {
      member,
      message: sentence`${member} is ${address.slice(0, 200)}; it must be an https address without user name and fragment (http only for addresses in ALLOW_PRIVATE_TARGETS).`,
    },
  ];
};
