import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';

const Timestamp = Type.String({ format: 'date-time' });
const Expiry = Nullable(Timestamp, 'When the token expires; null if it never does');

export const ApiToken = Type.Object(
  {
    clientId: Type.String(),
    label: Type.String({ description: 'Purpose of the token, entered by its creator' }),
    createdAt: Timestamp,
    expiresAt: Expiry,
    lastUsedAt: Nullable(
      Timestamp,
      'When the token was last used to obtain an access token, to the minute; null if never',
    ),
    isExpired: Type.Boolean(),
  },
  { title: 'ApiToken' },
);
export type ApiToken = Static<typeof ApiToken>;

/** Oldest first. */
export const ApiTokenList = Type.Object({ tokens: Type.Array(ApiToken) }, { title: 'ApiTokenList' });
export type ApiTokenList = Static<typeof ApiTokenList>;

export const NewApiToken = Type.Object(
  {
    label: Type.Optional(Type.String({ maxLength: limits.name })),
    expiresAt: Type.Optional(
      Nullable(Type.String(), 'Time of expiry, as ISO 8601 with time zone; null if the token never expires'),
    ),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  },
  {
    title: 'NewApiToken',
    additionalProperties: false,
    examples: [{ label: 'ERP, production', expiresInDays: 365 }],
  },
);
export type NewApiToken = Static<typeof NewApiToken>;

export const CreatedApiToken = Type.Object(
  {
    clientId: Type.String(),
    clientSecret: Type.String({ description: 'Returned only in this response: store it now' }),
    label: Type.String(),
    createdAt: Timestamp,
    expiresAt: Expiry,
  },
  { title: 'CreatedApiToken' },
);
export type CreatedApiToken = Static<typeof CreatedApiToken>;
