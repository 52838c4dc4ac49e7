import { type Static, type TSchema, Type } from 'typebox';
import { Name } from './name.ts';
import { TEAM_GROUPS } from './team.ts';

const closed = { additionalProperties: false };
const Nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);

/** By which protocol an identity provider speaks. */
export const PROVIDER_TYPES = ['oidc', 'oauth2', 'wsfederation'] as const;
export type ProviderType = (typeof PROVIDER_TYPES)[number];

const Address = (description: string) => Type.String({ maxLength: 2_048, description });
const Claim = (description: string) => Type.String({ minLength: 1, maxLength: 256, description });
/** Values of a claim that mean something here. */
const MOST_VALUES = 1_000;

const RoleNames = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 50 });

const RoleMapping = Type.Object(
  {
    claim: Claim('The claim whose values are looked up: a text, or a list of texts'),
    roles: Type.Record(Type.String(), RoleNames, {
      maxProperties: MOST_VALUES,
      description: 'Names of roles by value of the claim',
    }),
  },
  { ...closed, title: 'RoleMapping' },
);

const TeamMapping = Type.Object(
  {
    claim: Claim('The claim whose values are looked up: a text, or a list of texts'),
    teams: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object(
          {
            team: Type.String({ maxLength: 256 }),
            group: Type.Enum(TEAM_GROUPS),
          },
          closed,
        ),
        { maxItems: 50 },
      ),
      { maxProperties: MOST_VALUES, description: 'Groups of teams, by title, by value of the claim' },
    ),
  },
  { ...closed, title: 'TeamMapping' },
);

/**
 * How people sign in by a provider. Which members a type needs and which it does not know stands with them; an address is
 * https, or http on this machine.
 */
export const providerSettings = {
  issuer: Type.Optional(
    Address(
      'oidc: where the provider describes itself, without /.well-known/…; wsfederation: the issuer of assertions, compared exactly. At most 1,024 bytes',
    ),
  ),
  clientId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'oidc, oauth2: required' }),
  ),
  scopes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[!#-\\[\\]-~]{1,128}$' }), {
      maxItems: 50,
      description: 'oidc: openid, profile and email when absent; oauth2: none when absent',
    }),
  ),
  authorizationUrl: Type.Optional(Address('oauth2: required')),
  tokenUrl: Type.Optional(Address('oauth2: required')),
  userInfoUrl: Type.Optional(Address('oauth2: required')),
  signInUrl: Type.Optional(Address('wsfederation: required; the passive endpoint')),
  realm: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'wsfederation: sent as wtrealm, and the only audience that counts; the base address when absent',
    }),
  ),
  certificates: Type.Optional(
    Type.Array(Type.String({ maxLength: 16_384 }), {
      minItems: 1,
      maxItems: 10,
      description:
        'wsfederation: required; the PEM certificates that may sign, two while one follows the other',
    }),
  ),
  userNameClaim: Type.Optional(
    Claim('preferred_username when absent; wsfederation: NameIdentifier, or the full name of an attribute'),
  ),
  autoProvision: Type.Optional(
    Type.Boolean({
      description: 'true: who is not known yet becomes a user at the first sign-in; false when absent',
    }),
  ),
  defaultRoles: Type.Optional(RoleNames),
  roleMapping: Type.Optional(RoleMapping),
  teamMapping: Type.Optional(TeamMapping),
  signsInAdministrators: Type.Optional(
    Type.Boolean({
      description:
        'Whether users who manage users, tokens or sign-in can sign in with this provider by user name alone, and whether it can assign roles that allow this; otherwise an administrator confirms each account first. Default: true in a provision file, otherwise false',
    }),
  ),
  tokenInFragment: Type.Optional(
    Type.Boolean({
      description:
        'Whether applications may get an access token by this provider (ExternalLogin), in the fragment of an address; true when absent',
    }),
  ),
};

/** What anybody sees of it on the sign-in page. */
const shownMembers = {
  name: Name('Unique in the tenant, letter case ignored; shown on the sign-in page'),
  imageUri: Type.Optional(Nullable(Type.String({ maxLength: 2_048 }))),
  imageClass: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
};

const clientSecret = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'oidc, oauth2: required. Kept encrypted, never shown',
  }),
);
const type = Type.Enum(PROVIDER_TYPES);

/** A provider as a provision file has it. */
export const ProvisionLoginProvider = Type.Object(
  {
    ...shownMembers,
    type,
    enabled: Type.Optional(
      Type.Boolean({ description: 'true when absent; false: neither listed nor possible to sign in by' }),
    ),
    clientSecret,
    ...providerSettings,
  },
  { ...closed, title: 'ProvisionLoginProvider' },
);
export type ProvisionLoginProvider = Static<typeof ProvisionLoginProvider>;

/** A provider to be set up; it is switched off until it is switched on. */
export const LoginProviderDraft = Type.Object(
  {
    ...shownMembers,
    type,
    isEnabled: Type.Optional(Type.Boolean({ description: 'false when absent: test it first' })),
    clientSecret,
    ...providerSettings,
  },
  { ...closed, title: 'LoginProviderDraft' },
);
export type LoginProviderDraft = Static<typeof LoginProviderDraft>;

/** What it becomes: all of it, but for the secret, which stays when it is absent and goes to the same address as before. */
export const LoginProviderEdit = Type.Object(
  { ...LoginProviderDraft.properties, isEnabled: Type.Boolean() },
  { ...closed, title: 'LoginProviderEdit' },
);
export type LoginProviderEdit = Static<typeof LoginProviderEdit>;

const callbackUrl = Nullable(
  Type.String({
    description:
      'The redirect URI to register with the provider; null while PUBLIC_URL is not set, except on the same machine',
  }),
);

export const LoginProvider = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    revision: Type.Integer(),
    name: Type.String(),
    type,
    isEnabled: Type.Boolean(),
    imageUri: Nullable(Type.String()),
    imageClass: Nullable(Type.String()),
    hasClientSecret: Type.Boolean(),
    callbackUrl,
    createdAt: Type.String({ format: 'date-time' }),
    modifiedAt: Type.String({ format: 'date-time' }),
    ...providerSettings,
  },
  { title: 'LoginProvider' },
);
export type LoginProvider = Static<typeof LoginProvider>;

/** Those of a tenant, by name. */
export const LoginProviders = Type.Object(
  { loginProviders: Type.Array(LoginProvider), callbackUrl },
  { title: 'LoginProviders' },
);
export type LoginProviders = Static<typeof LoginProviders>;

/** What was found when a provider was asked without anybody signing in. */
export const LoginProviderTest = Type.Object(
  {
    isFit: Type.Boolean({ description: 'Whether everything that could be tried succeeded' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['discovery'] }),
        isPassed: Type.Boolean(),
        message: Type.String(),
      }),
    ),
  },
  { title: 'LoginProviderTest' },
);
export type LoginProviderTest = Static<typeof LoginProviderTest>;

/** An element of `externalLogins` (contract, External identity provider flow). */
export const ExternalLogin = Type.Object(
  {
    name: Type.String(),
    url: Type.String({ description: 'Relative to the base address' }),
    state: Type.String(),
    imageUri: Nullable(Type.String()),
    imageClass: Nullable(Type.String()),
  },
  { title: 'ExternalLogin' },
);
export const ExternalLogins = Type.Array(ExternalLogin, { title: 'ExternalLogins' });
