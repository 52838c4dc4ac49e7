import { type Static, Type } from 'typebox';
import { LANGUAGES } from '#i18n/languages.ts';
import { Nullable } from './nullable.ts';

export const LINK_PURPOSES = ['invitation', 'reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const NewPasswordLink = Type.Object(
  {
    purpose: Type.Union(
      LINK_PURPOSES.map((purpose) => Type.Literal(purpose)),
      { description: 'An invitation is valid for seven days, a reset for one hour' },
    ),
    delivery: Type.Union([Type.Literal('email'), Type.Literal('link')], {
      description:
        'With `email`, the link is emailed to the user; with `link`, it is returned in the response',
    }),
    language: Type.Optional(
      Type.Union(
        LANGUAGES.map((language) => Type.Literal(language)),
        { description: 'Language of the email. Default: en' },
      ),
    ),
  },
  {
    title: 'NewPasswordLink',
    additionalProperties: false,
    examples: [{ purpose: 'invitation', delivery: 'email', language: 'nl' }],
  },
);

export const CreatedPasswordLink = Type.Object(
  {
    purpose: Type.String(),
    expiresAt: Type.String({ format: 'date-time' }),
    sentTo: Nullable(Type.String(), 'Email address to which the link was sent; null if it was not sent'),
    url: Nullable(
      Type.String(),
      'The link; null if it was sent by email. Anyone who has the link can set the password',
    ),
  },
  { title: 'CreatedPasswordLink' },
);
export type CreatedPasswordLink = Static<typeof CreatedPasswordLink>;
