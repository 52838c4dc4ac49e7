import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

const Moment = Type.String({ format: 'date-time' });
const Expiry = Type.Union([Moment, Type.Null()], { description: 'null: never' });

/** An API token of a service user, without its secret, which nobody is told twice. */
export const ApiToken = Type.Object(
  {
    clientId: Type.String(),
    label: Type.String({ description: 'What it is for, in the words of who made it' }),
    createdAt: Moment,
    expiresAt: Expiry,
    lastUsedAt: Type.Union([Moment, Type.Null()], {
      description: 'When an access token was last obtained with it, to the minute; null: never',
    }),
    isExpired: Type.Boolean(),
  },
  { title: 'ApiToken' },
);
export type ApiToken = Static<typeof ApiToken>;

/** The API tokens of one user, the oldest first. */
export const ApiTokenList = Type.Object({ tokens: Type.Array(ApiToken) }, { title: 'ApiTokenList' });

/** An API token as it is made: for ever, until a moment, or for some days. */
export const NewApiToken = Type.Object(
  {
    label: Type.Optional(Type.String({ maxLength: limits.name })),
    expiresAt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601 with zone; null: never' }),
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

/** What the application is given: told once. With `clientId` and `clientSecret` it obtains access tokens (`POST /token`). */
export const ApiTokenMade = Type.Object(
  {
    clientId: Type.String(),
    clientSecret: Type.String({ description: 'Told only here' }),
    label: Type.String(),
    createdAt: Moment,
    expiresAt: Expiry,
  },
  { title: 'ApiTokenMade' },
);
export type ApiTokenMade = Static<typeof ApiTokenMade>;
