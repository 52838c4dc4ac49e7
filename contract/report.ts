import { type Static, Type } from 'typebox';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const ReportLanguage = Type.Enum(['en', 'nl'], {
  description:
    "Language of the report and, where the workbook speaks it, of its questions; the team's without one",
});

export const ReportQuery = Type.Object(
  { language: Type.Optional(ReportLanguage) },
  { additionalProperties: false },
);
export type ReportQuery = Static<typeof ReportQuery>;

/** The longest that a link to a report lives, in days. */
const LONGEST_SHARE = 365;

/** Makes a link by which anybody reads the report. */
export const ShareDraft = Type.Object(
  {
    expiresInDays: Type.Integer({
      minimum: 1,
      maximum: LONGEST_SHARE,
      description: 'Days from now after which the link leads nowhere',
    }),
    language: Type.Optional(ReportLanguage),
  },
  { title: 'ShareDraft', additionalProperties: false, examples: [{ expiresInDays: 30, language: 'nl' }] },
);
export type ShareDraft = Static<typeof ShareDraft>;

const ShareId = Type.String({ format: 'uuid', description: 'Identifier of the share' });
const ExpiresAt = Type.String({ description: 'From then on the link leads nowhere' });

/** A new link. Its address is told once: it is all that its bearer needs, and is not kept. */
export const ShareMade = Type.Object(
  {
    id: ShareId,
    url: Type.String({
      description: 'Address of the report; told only here',
      examples: ['https://ronda.example.org/shared/reports/ronda_report_1_…'],
    }),
    expiresAt: ExpiresAt,
  },
  { title: 'ShareMade' },
);
export type ShareMade = Static<typeof ShareMade>;

export const Share = Type.Object(
  {
    id: ShareId,
    language: orNull(ReportLanguage),
    createdAt: Type.String(),
    userName: Type.String({ description: 'Who made it' }),
    expiresAt: ExpiresAt,
    revokedAt: orNull(Type.String({ description: 'When it was taken back' })),
    revokedBy: orNull(Type.String({ description: 'User name' })),
    uses: Type.Integer({ description: 'How often the report was asked for by it' }),
    lastUsedAt: orNull(Type.String()),
  },
  { title: 'Share' },
);
export type Share = Static<typeof Share>;

export const SharePage = Type.Object(
  { shares: Type.Array(Share), next: orNull(ShareId) },
  { title: 'SharePage' },
);
export type SharePage = Static<typeof SharePage>;

export const ShareQuery = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'the id of the last share of the page before' }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
      description: 'a whole number from 1 to 500, 50 when absent',
    }),
  ),
});
export type ShareQuery = Static<typeof ShareQuery>;

/** Names a share of an inspection in the path of a request. */
export const ShareParameters = Type.Object({ id: Type.String(), shareId: Type.String() });
export type ShareParameters = Static<typeof ShareParameters>;

/** The secret of a link in the path of a request. */
export const LinkParameter = Type.Object({ token: Type.String() });
export type LinkParameter = Static<typeof LinkParameter>;
