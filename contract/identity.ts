import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** See the contract, Authentication. Other parameters are ignored (decision A7). */
export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: '`password` or `client_credentials`' }),
    username: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    tenancyName: Type.Optional(Type.String({ description: 'Name of the tenant, usually `default`' })),
    client_id: Type.Optional(Type.String()),
    client_secret: Type.Optional(Type.String()),
  },
  { title: 'TokenRequest' },
);

/** See RFC 7009. Other parameters are ignored. */
export const RevocationRequest = Type.Object(
  { token: Type.String({ description: 'The access token to revoke' }) },
  { title: 'RevocationRequest' },
);

/** The property order matters (contract, Token response; decision A2). */
export const TokenResponse = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Seconds until the token expires' }),
    userName: Type.String(),
    roles: Type.String({ description: 'Role names, separated by commas' }),
    emailConfirmed: Type.String({
      description: 'Whether the user has an email address: the string `true` or `false`',
    }),
    'as:client_id': Type.String(),
    '.issued': Type.String({ description: 'Time of issue, as an HTTP date' }),
    '.expires': Type.String({ description: 'Time of expiry, as an HTTP date' }),
  },
  { title: 'TokenResponse' },
);
export type TokenResponse = Static<typeof TokenResponse>;

/** See decision A1. */
export const TokenError = Type.Object(
  { error: Type.String({ examples: ['invalid_grant'] }), error_description: Type.String() },
  { title: 'TokenError' },
);

/** See decision A5. */
export const UserInfo = Type.Object(
  {
    email: Nullable(Type.String()),
    hasRegistered: Type.Boolean(),
    loginProvider: Nullable(Type.String()),
    userName: Type.String(),
    name: Type.String(),
    surname: Type.String(),
    roles: Type.Array(Type.String()),
    tenancyName: Type.String(),
  },
  { title: 'UserInfo' },
);
export type UserInfo = Static<typeof UserInfo>;
