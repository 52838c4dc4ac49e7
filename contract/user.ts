import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

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
    languages: Type.Array(Type.String()),
  },
  { title: 'Me' },
);

export const User = Type.Object(
  {
    id: Type.Integer(),
    userName: Type.String(),
    name: Type.String(),
    surname: Type.String(),
    emailAddress: Type.Union([Type.String(), Type.Null()]),
    isActive: Type.Boolean(),
    isService: Type.Boolean(),
    roles: Type.Array(Type.String()),
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

/** What an administrator may change of a user now. */
export const UserPatch = Type.Object(
  {
    isActive: Type.Optional(Type.Boolean()),
    password: Type.Optional(
      Type.String({
        minLength: limits.shortestPassword,
        maxLength: limits.longestPassword,
        description:
          'Better 15 characters or more. Not a common one, and not made of the name or e-mail address',
      }),
    ),
  },
  { title: 'UserPatch', additionalProperties: false, minProperties: 1 },
);
export type UserPatch = Static<typeof UserPatch>;

/** A page of users, in the order of their ids; `after` of the next page is the last id. */
export const UserPage = Type.Object(
  { users: Type.Array(User), next: Type.Union([Type.Integer(), Type.Null()]) },
  { title: 'UserPage' },
);

export const UserQuery = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'the id of the last user of the page before' }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
      description: 'a whole number from 1 to 500, 100 when absent',
    }),
  ),
});
export type UserQuery = Static<typeof UserQuery>;
