import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name, TRIMMED_PATTERN } from './name.ts';
import { Nullable } from './nullable.ts';
import { PageLimit, SearchText } from './page.ts';
import { personFields } from './person.ts';
import { Query } from './query.ts';
import { TEAM_GROUPS } from './team.ts';
import { OptionalUuid } from './uuid.ts';

const Permissions = Type.Array(Type.String());

export const Me = Type.Object(
  {
    ...personFields,
    emailAddress: Nullable(Type.String()),
    tenancyName: Type.String(),
    roles: Type.Array(Type.String()),
    permissions: Type.Object({ tenant: Permissions, teams: Permissions }),
    teamIds: Type.Array(Type.String({ format: 'uuid' })),
    deviceId: Nullable(
      Type.String({ format: 'uuid' }),
      'ID of the device that sent the request, which has fewer permissions than the user; null if not a device',
    ),
    languages: Type.Array(Type.String()),
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;

const Timestamp = Type.String({ format: 'date-time' });

/** See the contract, Password flow. */
export const USER_NAME_PATTERN = '^[A-Za-z0-9]{1,64}$';

/** Only sending an email shows whether an address exists. */
export const EMAIL_ADDRESS_PATTERN = '^[^@\\s]+@[^@\\s]+$';

const userFields = {
  ...personFields,
  emailAddress: Nullable(Type.String()),
  isActive: Type.Boolean({ description: 'Whether the user can sign in' }),
  isService: Type.Boolean({
    description: 'Whether the user is an application, with API tokens instead of a password',
  }),
  roles: Type.Array(Type.String(), { description: "Names of the user's roles" }),
  hasPassword: Type.Boolean({ description: 'Whether the user can sign in with a password' }),
  passwordGrant: Type.Boolean({ description: 'Whether the password can be used at the token endpoint' }),
  lastSignedInAt: Nullable(Timestamp),
  revision: Revision,
};

export const User = Type.Object(userFields, { title: 'User' });
export type User = Static<typeof User>;

export const UserDetails = Type.Object(
  {
    ...userFields,
    createdAt: Timestamp,
    teams: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        title: Type.String(),
        groups: Type.Array(Type.Union(TEAM_GROUPS.map((group) => Type.Literal(group)))),
      }),
      { description: "The user's teams, with their groups in each" },
    ),
    externalIdentities: Type.Array(Type.Object({ issuer: Type.String(), linkedAt: Timestamp }), {
      description: 'Identity providers the user has signed in with',
    }),
    confirmedProviders: Type.Array(Type.Object({ name: Type.String(), confirmedAt: Timestamp }), {
      description:
        'Providers that identify accounts by user name and that this administrator can sign in with, because another administrator has confirmed it',
    }),
    linkRequests: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        provider: Type.String(),
        issuer: Nullable(
          Type.String(),
          'Issuer of the account; null if the provider identifies accounts by user name',
        ),
        subject: Nullable(Type.String(), 'ID of the account at the issuer'),
        requestedAt: Timestamp,
        expiresAt: Timestamp,
      }),
      { description: 'Provider sign-ins that an administrator must confirm, newest first' },
    ),
    lockedUntil: Nullable(
      Timestamp,
      'When the sign-in delay caused by wrong passwords ends, for one or all IP addresses; null if there is none',
    ),
    passwordLink: Nullable(
      Type.Object({ purpose: Type.String(), expiresAt: Timestamp }),
      'Pending link for setting a password; null if there is none',
    ),
  },
  { title: 'UserDetails' },
);
export type UserDetails = Static<typeof UserDetails>;

const inputFields = {
  name: Name('First name of a person, or name of an application. Default: the user name'),
  surname: Type.String({ maxLength: limits.name, pattern: TRIMMED_PATTERN }),
  emailAddress: Nullable(
    Type.String({ pattern: EMAIL_ADDRESS_PATTERN, maxLength: 254, description: 'An email address' }),
    'Unique in the tenant, not case-sensitive',
  ),
  isActive: Type.Boolean(),
  roles: Type.Array(Type.String({ maxLength: limits.name }), {
    maxItems: limits.rolesPerUser,
    description: "All of the user's roles, by name, not case-sensitive",
  }),
  passwordGrant: Type.Boolean({ description: 'Whether the password can be used at the token endpoint' }),
};

export const NewPassword = Type.String({
  minLength: limits.minPasswordLength,
  maxLength: limits.maxPasswordLength,
  description:
    '15 or more characters are recommended. Common passwords, and passwords that contain parts of the name or email address, are rejected',
});

/** Users without a password sign in through an identity provider, or after an invitation. */
export const NewUser = Type.Object(
  {
    userName: Type.String({
      pattern: USER_NAME_PATTERN,
      description: '1 to 64 letters and digits, unique in the tenant (not case-sensitive)',
    }),
    isService: Type.Optional(
      Type.Boolean({ description: 'Whether the user is an application. Cannot be changed later' }),
    ),
    password: Type.Optional(NewPassword),
    ...Type.Partial(Type.Object(inputFields)).properties,
  },
  {
    title: 'NewUser',
    additionalProperties: false,
    examples: [
      {
        userName: 'anna',
        name: 'Anna',
        surname: 'de Vries',
        emailAddress: 'anna@example.org',
        roles: ['Inspector'],
      },
    ],
  },
);
export type NewUser = Static<typeof NewUser>;

/** `userName` and `isService` never change. */
export const UserPatch = Type.Object(
  {
    password: Type.Optional(
      Nullable(
        NewPassword,
        'New password; null removes the password, so that the user can sign in only with an identity provider',
      ),
    ),
    ...Type.Partial(Type.Object(inputFields)).properties,
  },
  {
    title: 'UserPatch',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ roles: ['Planner', 'Inspector'] }],
  },
);
export type UserPatch = Static<typeof UserPatch>;

/** `next` is the ID of the last user. */
export const UserPage = Type.Object(
  { users: Type.Array(User), next: Nullable(Type.Integer()) },
  { title: 'UserPage' },
);
export type UserPage = Static<typeof UserPage>;

const USER_SORTS = ['userName', 'name', 'lastSignedInAt'] as const;
export type UserSort = (typeof USER_SORTS)[number];

const TrueOrFalse = Type.Union([Type.Literal('true'), Type.Literal('false')]);

export const UserQuery = Query({
  after: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'The ID of the last user on the previous page' }),
  ),
  limit: PageLimit(100),
  text: Type.Optional(SearchText),
  role: Type.Optional(
    Type.String({ pattern: '^[^\\u0000]{1,256}$', description: 'The name of a role, case-insensitive' }),
  ),
  teamId: OptionalUuid('ID of a team; returns only its members'),
  isActive: Type.Optional(TrueOrFalse),
  isService: Type.Optional(TrueOrFalse),
  sort: Type.Optional(
    Type.String({
      pattern: `^-?(${USER_SORTS.join('|')})$`,
      description: `One of ${USER_SORTS.join(', ')}, with - before it for descending order. name: by name, then surname. Default: by ID`,
      examples: ['-lastSignedInAt'],
    }),
  ),
});
export type UserQuery = Static<typeof UserQuery>;

export const OwnPasswordChange = Type.Object(
  { currentPassword: Type.String({ maxLength: 1_000 }), newPassword: NewPassword },
  { title: 'OwnPasswordChange', additionalProperties: false },
);
export type OwnPasswordChange = Static<typeof OwnPasswordChange>;
