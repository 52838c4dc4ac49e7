import { type Static, type TSchema, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name, WITHOUT_BLANKS_AROUND } from './name.ts';
import { SearchText } from './page.ts';
import { TEAM_GROUPS } from './team.ts';

const Permissions = Type.Array(Type.String());

/** Who the caller is and what they may do (product, The application interface). */
export const Me = Type.Object(
  {
    id: Type.Integer(),
    userName: Type.String(),
    name: Type.String(),
    surname: Type.String(),
    emailAddress: Type.Union([Type.String(), Type.Null()]),
    tenancyName: Type.String(),
    roles: Type.Array(Type.String()),
    permissions: Type.Object({ tenant: Permissions, teams: Permissions }),
    teamIds: Type.Array(Type.String({ format: 'uuid' })),
    deviceId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The device that asks, which may do less than its person; null: none',
    }),
    languages: Type.Array(Type.String()),
  },
  { title: 'Me' },
);

const Nullable = <Value extends TSchema>(value: Value, description?: string) =>
  Type.Union([value, Type.Null()], { ...(description !== undefined && { description }) });
const Moment = Type.String({ format: 'date-time' });

/** What a user name is made of (contract, Password flow). */
export const USER_NAME = '^[A-Za-z0-9]{1,64}$';

/** What an e-mail address looks like; whether it is one only a mail tells. */
export const EMAIL_ADDRESS = '^[^@\\s]+@[^@\\s]+$';

const userMembers = {
  id: Type.Integer(),
  userName: Type.String(),
  name: Type.String(),
  surname: Type.String(),
  emailAddress: Nullable(Type.String()),
  isActive: Type.Boolean({ description: 'Whether the user may sign in' }),
  isService: Type.Boolean({ description: 'An application: it has API tokens and no password' }),
  roles: Type.Array(Type.String(), { description: 'Names of its roles' }),
  hasPassword: Type.Boolean({ description: 'Whether it can sign in by password' }),
  passwordGrant: Type.Boolean({ description: 'Whether its password may be used at the token endpoint' }),
  lastSignedInAt: Nullable(Moment),
  revision: Revision,
};

export const User = Type.Object(userMembers, { title: 'User' });
export type User = Static<typeof User>;

/** A user with everything that is known of its access. */
export const WholeUser = Type.Object(
  {
    ...userMembers,
    createdAt: Moment,
    teams: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        title: Type.String(),
        groups: Type.Array(Type.Union(TEAM_GROUPS.map((group) => Type.Literal(group)))),
      }),
      { description: 'The teams it is a member of, and in which of their groups' },
    ),
    externalIdentities: Type.Array(Type.Object({ issuer: Type.String(), linkedAt: Moment }), {
      description: 'Identity providers by which it has signed in',
    }),
    confirmedProviders: Type.Array(Type.Object({ name: Type.String(), confirmedAt: Moment }), {
      description:
        'Providers without stable subjects with which this administrator may sign in, because another administrator confirmed it',
    }),
    linkRequests: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        provider: Type.String(),
        issuer: Nullable(Type.String(), 'null where the user name is the identity'),
        subject: Nullable(Type.String(), 'The account at the issuer'),
        requestedAt: Moment,
        expiresAt: Moment,
      }),
      { description: 'Sign-ins with a provider that an administrator has to confirm, newest first' },
    ),
    waitsUntil: Nullable(
      Moment,
      'After wrong passwords: until when it has to wait, at one address or all; null: it need not',
    ),
    passwordLink: Nullable(
      Type.Object({ purpose: Type.String(), expiresAt: Moment }),
      'The link by which it may choose a password, if there is one',
    ),
  },
  { title: 'WholeUser' },
);
export type WholeUser = Static<typeof WholeUser>;

/** What can be said of a user, when it is made and later. */
const draftMembers = {
  name: Name('The user name when absent'),
  surname: Type.String({ maxLength: limits.name, pattern: WITHOUT_BLANKS_AROUND }),
  emailAddress: Nullable(
    Type.String({ pattern: EMAIL_ADDRESS, maxLength: 254, description: 'an e-mail address' }),
    'Unique in the tenant, letter case ignored',
  ),
  isActive: Type.Boolean(),
  roles: Type.Array(Type.String({ maxLength: limits.name }), {
    maxItems: limits.rolesOfUser,
    description: 'Exactly its roles, by name, letter case ignored',
  }),
  passwordGrant: Type.Boolean({ description: 'Whether its password may be used at the token endpoint' }),
};

/** A password as somebody chooses it. */
export const NewPassword = Type.String({
  minLength: limits.shortestPassword,
  maxLength: limits.longestPassword,
  description: 'Better 15 characters or more. Not a common one, and not made of the name or e-mail address',
});

/** A user as it is made. Without a password it signs in by an identity provider, or by the link of an invitation first. */
export const NewUser = Type.Object(
  {
    userName: Type.String({
      pattern: USER_NAME,
      description: '1 to 64 letters and digits, unique in the tenant (letter case ignored)',
    }),
    isService: Type.Optional(Type.Boolean({ description: 'true: an application. Never changes' })),
    password: Type.Optional(NewPassword),
    ...Type.Partial(Type.Object(draftMembers)).properties,
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

/** What an administrator changes of a user. Its user name and whether it is an application never change. */
export const UserPatch = Type.Object(
  {
    password: Type.Optional(
      Nullable(NewPassword, 'A new one, or null: it has none any more and signs in otherwise'),
    ),
    ...Type.Partial(Type.Object(draftMembers)).properties,
  },
  {
    title: 'UserPatch',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ roles: ['Planner', 'Inspector'] }],
  },
);
export type UserPatch = Static<typeof UserPatch>;

/** A page of users, in the order of their ids or another that was asked for; `after` of the next page is the last id. */
export const UserPage = Type.Object(
  { users: Type.Array(User), next: Type.Union([Type.Integer(), Type.Null()]) },
  { title: 'UserPage' },
);

/** What users can be sorted by. */
export const USER_SORTS = ['userName', 'name', 'lastSignedInAt'] as const;
export type UserSort = (typeof USER_SORTS)[number];

const YesOrNo = Type.Union([Type.Literal('true'), Type.Literal('false')]);

export const UserQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,15}$', description: 'the id of the last user of the page before' }),
    ),
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
        description: 'a whole number from 1 to 500, 100 when absent',
      }),
    ),
    text: Type.Optional(SearchText),
    role: Type.Optional(
      Type.String({ pattern: '^[^\\u0000]{1,256}$', description: 'the name of a role, letter case ignored' }),
    ),
    teamId: Type.Optional(Type.String({ format: 'uuid', description: 'Members of the team' })),
    isActive: Type.Optional(YesOrNo),
    isService: Type.Optional(YesOrNo),
    sort: Type.Optional(
      Type.String({
        pattern: `^-?(${USER_SORTS.join('|')})$`,
        description: `one of ${USER_SORTS.join(', ')}, with - before it for the reverse; by id when absent. name: with the surname after it`,
        examples: ['-lastSignedInAt'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type UserQuery = Static<typeof UserQuery>;

/** A person chooses another password: only who knows the one of today may. */
export const OwnPasswordChange = Type.Object(
  { currentPassword: Type.String({ maxLength: 1_000 }), newPassword: NewPassword },
  { title: 'OwnPasswordChange', additionalProperties: false },
);
export type OwnPasswordChange = Static<typeof OwnPasswordChange>;
