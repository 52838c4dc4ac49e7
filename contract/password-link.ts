import { type Static, Type } from 'typebox';

export const LINK_PURPOSES = ['invitation', 'reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const MAIL_LANGUAGES = ['en', 'nl'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** A link by which a user chooses a password. */
export const NewPasswordLink = Type.Object(
  {
    purpose: Type.Union(
      LINK_PURPOSES.map((purpose) => Type.Literal(purpose)),
      { description: 'invitation: it counts for seven days; reset: for one hour' },
    ),
    by: Type.Union([Type.Literal('mail'), Type.Literal('link')], {
      description:
        'mail: sent to the e-mail address of the user; link: told in the answer, to be handed over',
    }),
    language: Type.Optional(
      Type.Union(
        MAIL_LANGUAGES.map((language) => Type.Literal(language)),
        { description: 'Of the mail; en when absent' },
      ),
    ),
  },
  {
    title: 'NewPasswordLink',
    additionalProperties: false,
    examples: [{ purpose: 'invitation', by: 'mail', language: 'nl' }],
  },
);
export type NewPasswordLink = Static<typeof NewPasswordLink>;

export const PasswordLinkMade = Type.Object(
  {
    purpose: Type.String(),
    expiresAt: Type.String({ format: 'date-time' }),
    sentTo: Type.Union([Type.String(), Type.Null()], {
      description: 'The e-mail address, when it was mailed',
    }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'The link, unless it was mailed. Whoever has it chooses the password',
    }),
  },
  { title: 'PasswordLinkMade' },
);
export type PasswordLinkMade = Static<typeof PasswordLinkMade>;
