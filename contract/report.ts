import { type Static, Type } from 'typebox';
import { LANGUAGES } from '#i18n/languages.ts';
import { Nullable } from './nullable.ts';
import { pageFields } from './page.ts';
import { Query } from './query.ts';
import { OptionalUuid, Uuid } from './uuid.ts';

const ReportLanguage = Type.Enum(LANGUAGES, {
  description:
    "Language of the report and, if the workbook has it, of the questions. Default: the team's language",
});

export const ReportQuery = Query({ language: Type.Optional(ReportLanguage) });
export type ReportQuery = Static<typeof ReportQuery>;

/** Anyone with the link can open the report. */
export const NewShare = Type.Object(
  {
    expiresInDays: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'Number of days until the link expires',
    }),
    language: Type.Optional(ReportLanguage),
  },
  { title: 'NewShare', additionalProperties: false, examples: [{ expiresInDays: 30, language: 'nl' }] },
);
export type NewShare = Static<typeof NewShare>;

const ShareId = Uuid('ID of the share link');
const ExpiresAt = Type.String({ description: 'When the link expires' });

export const CreatedShare = Type.Object(
  {
    id: ShareId,
    url: Type.String({
      description: 'URL of the report, returned only in this response: store it now',
      examples: ['https://ronda.example.org/shared/reports/ronda_report_1_…'],
    }),
    expiresAt: ExpiresAt,
  },
  { title: 'CreatedShare' },
);
export type CreatedShare = Static<typeof CreatedShare>;

export const Share = Type.Object(
  {
    id: ShareId,
    language: Nullable(ReportLanguage),
    createdAt: Type.String(),
    userName: Type.String({ description: 'User name of the person who created the link' }),
    expiresAt: ExpiresAt,
    revokedAt: Nullable(Type.String({ description: 'When the link was revoked; null if it was not' })),
    revokedBy: Nullable(Type.String({ description: 'User name of the person who revoked the link' })),
    uses: Type.Integer({ description: 'Number of times the report was opened through the link' }),
    lastUsedAt: Nullable(Type.String()),
  },
  { title: 'Share' },
);
export type Share = Static<typeof Share>;

export const SharePage = Type.Object(
  { shares: Type.Array(Share), next: Nullable(ShareId) },
  { title: 'SharePage' },
);
export type SharePage = Static<typeof SharePage>;

export const ShareQuery = Type.Object({
  after: OptionalUuid('The ID of the last link of the previous page'),
  limit: pageFields.limit,
});

export const ShareParameters = Type.Object({ id: Type.String(), shareId: Type.String() });

export const LinkParameter = Type.Object({ token: Type.String() });
export type LinkParameter = Static<typeof LinkParameter>;
