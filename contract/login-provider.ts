import { type Static, Type } from 'typebox';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { TEAM_GROUPS } from './team.ts';

const noExtraProperties = { additionalProperties: false };

export const PROVIDER_TYPES = ['oidc', 'oauth2', 'wsfederation'] as const;
export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const providerLimits = {
  perTenant: 50,
  /** Bytes of a mapping as JSON: enough for 1,000 claim values with a few team names each. */
  mappingBytes: 256 * 1024,
} as const;

const Url = (description: string) => Type.String({ maxLength: 2_048, description });
const Claim = (description: string) => Type.String({ minLength: 1, maxLength: 256, description });
const MAX_CLAIM_VALUES = 1_000;

const RoleNames = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 50 });

const RoleMapping = Type.Object(
  {
    claim: Claim('Claim whose values are mapped: a string, or a list of strings'),
    roles: Type.Record(Type.String(), RoleNames, {
      maxProperties: MAX_CLAIM_VALUES,
      description: 'Role names by claim value',
    }),
  },
  { ...noExtraProperties, title: 'RoleMapping' },
);

const TeamMapping = Type.Object(
  {
    claim: Claim('Claim whose values are mapped: a string, or a list of strings'),
    teams: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object(
          { team: Type.String({ maxLength: 256 }), group: Type.Enum(TEAM_GROUPS) },
          noExtraProperties,
        ),
        { maxItems: 50 },
      ),
      { maxProperties: MAX_CLAIM_VALUES, description: 'Teams (by title) and their groups, by claim value' },
    ),
  },
  { ...noExtraProperties, title: 'TeamMapping' },
);

/** Each description names the provider types that use the property. URLs must be https, or http on this machine. */
const providerSettings = {
  issuer: Type.Optional(
    Url(
      'For oidc, the issuer URL without /.well-known/…; for wsfederation, the issuer of assertions, compared exactly. At most 1,024 bytes',
    ),
  ),
  clientId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: "This server's client ID at the provider. Required for oidc and oauth2",
    }),
  ),
  scopes: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^[!#-\\[\\]-~]{1,128}$',
        description:
          'A scope of at most 128 characters of printable ASCII, without spaces, quotes and backslashes',
      }),
      {
        maxItems: 50,
        description: 'Scopes to request. Default for oidc: openid, profile and email; for oauth2: none',
      },
    ),
  ),
  authorizationUrl: Type.Optional(Url('Authorization endpoint. Required for oauth2')),
  tokenUrl: Type.Optional(Url('Token endpoint. Required for oauth2')),
  userInfoUrl: Type.Optional(Url('Userinfo endpoint. Required for oauth2')),
  signInUrl: Type.Optional(Url('The passive endpoint. Required for wsfederation')),
  realm: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        "For wsfederation: sent as wtrealm, and the only accepted audience. Default: this server's base URL",
    }),
  ),
  certificates: Type.Optional(
    Type.Array(Type.String({ maxLength: 16_384 }), {
      minItems: 1,
      maxItems: 10,
      description:
        'PEM certificates of the accepted signing keys; list both the old and the new one during a rollover. Required for wsfederation',
    }),
  ),
  userNameClaim: Type.Optional(
    Claim(
      'Claim that contains the user name. Default: preferred_username; for wsfederation: NameIdentifier, or the full name of an attribute',
    ),
  ),
  autoProvision: Type.Optional(
    Type.Boolean({
      description:
        'Whether a user is created when an unknown account signs in for the first time. Default: false',
    }),
  ),
  defaultRoles: Type.Optional(RoleNames),
  roleMapping: Type.Optional(RoleMapping),
  teamMapping: Type.Optional(TeamMapping),
  signsInAdministrators: Type.Optional(
    Type.Boolean({
      description:
        'Whether administrators (users who manage users, tokens or sign-in) can sign in with this provider without having their account confirmed by another administrator, and whether the provider can assign administrator roles. Default: true in a provisioning file, otherwise false',
    }),
  ),
  tokenInFragment: Type.Optional(
    Type.Boolean({
      description:
        'Whether applications can obtain an access token through this provider (ExternalLogin), in the fragment of the redirect URL. Default: true',
    }),
  ),
};

/** Properties that the sign-in page shows to anyone. */
const publicFields = {
  name: Name('Name on the sign-in page, unique in the tenant (not case-sensitive)'),
  imageUri: Type.Optional(Nullable(Type.String({ maxLength: 2_048 }))),
  imageClass: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
};

const clientSecret = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1_000,
    description:
      "This server's client secret at the provider. Required for oidc and oauth2. Stored encrypted and never returned",
  }),
);
const type = Type.Enum(PROVIDER_TYPES);

export const ProvisionLoginProvider = Type.Object(
  {
    ...publicFields,
    type,
    enabled: Type.Optional(
      Type.Boolean({
        description: 'If false, the provider is not listed and no one can sign in with it. Default: true',
      }),
    ),
    clientSecret,
    ...providerSettings,
  },
  { ...noExtraProperties, title: 'ProvisionLoginProvider' },
);
export type ProvisionLoginProvider = Static<typeof ProvisionLoginProvider>;

export const NewLoginProvider = Type.Object(
  {
    ...publicFields,
    type,
    isEnabled: Type.Optional(
      Type.Boolean({
        description: 'Whether users can sign in with the provider. Default: false. Test the provider first',
      }),
    ),
    clientSecret,
    ...providerSettings,
  },
  { ...noExtraProperties, title: 'NewLoginProvider' },
);
export type NewLoginProvider = Static<typeof NewLoginProvider>;

/** Without `clientSecret`, the stored secret is preserved, provided the token URL stays the same. */
export const LoginProviderUpdate = Type.Object(
  { ...NewLoginProvider.properties, isEnabled: Type.Boolean() },
  { ...noExtraProperties, title: 'LoginProviderUpdate' },
);
export type LoginProviderUpdate = Static<typeof LoginProviderUpdate>;

const callbackUrl = Nullable(
  Type.String({
    description:
      'Redirect URI to register with the provider; null if PUBLIC_URL is not set and the request comes from another machine',
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

/** Sorted by name. */
export const LoginProviders = Type.Object(
  { loginProviders: Type.Array(LoginProvider), callbackUrl },
  { title: 'LoginProviders' },
);
export type LoginProviders = Static<typeof LoginProviders>;

export const LoginProviderTest = Type.Object(
  {
    hasPassed: Type.Boolean({ description: 'Whether all checks that could be run passed' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['discovery'] }),
        hasPassed: Type.Boolean(),
        message: Type.String(),
      }),
    ),
  },
  { title: 'LoginProviderTest' },
);
export type LoginProviderTest = Static<typeof LoginProviderTest>;

/** See the contract, External identity provider flow. */
export const ExternalLogin = Type.Object(
  {
    name: Type.String(),
    url: Type.String({ description: 'Relative to the base URL' }),
    state: Type.String(),
    imageUri: Nullable(Type.String()),
    imageClass: Nullable(Type.String()),
  },
  { title: 'ExternalLogin' },
);
export const ExternalLogins = Type.Array(ExternalLogin, { title: 'ExternalLogins' });
