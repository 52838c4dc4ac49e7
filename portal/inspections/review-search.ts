import { LANGUAGES, type Language } from '#i18n/languages.ts';
import {
  parseBoolean,
  parseOption,
  parsePositiveInteger,
  parseText,
  parseUuid,
  withoutUndefined,
} from '#portal/ui/search-values.ts';

export const TABS = ['answers', 'history', 'comparison', 'report'] as const;
export type ReviewTab = (typeof TABS)[number];

/** URL parameters of the inspection page. */
export type ReviewSearch = {
  tab?: Exclude<ReviewTab, 'answers'> | undefined;
  /** Lists answers in workbook order instead of failed ones first. */
  order?: 'workbook' | undefined;
  /** Also shows questions that were not asked. */
  notAsked?: true | undefined;
  /** The ID of the upload in the lightbox. */
  picture?: string | undefined;
  /** Limits the history to one field. */
  field?: string | undefined;
  /** The numbers of the two completions being compared. */
  from?: number | undefined;
  to?: number | undefined;
  /** Language of the report. */
  language?: Language | undefined;
};

const MAX_COMPLETION = 1e9 - 1;

export const parseReviewSearch = (params: Record<string, unknown>): ReviewSearch =>
  withoutUndefined({
    tab: parseOption(params.tab, TABS.slice(1) as Exclude<ReviewTab, 'answers'>[]),
    order: parseOption(params.order, ['workbook']),
    notAsked: parseBoolean(params.notAsked) || undefined,
    picture: parseUuid(params.picture),
    field: parseText(params.field),
    from: parsePositiveInteger(params.from, MAX_COMPLETION),
    to: parsePositiveInteger(params.to, MAX_COMPLETION),
    language: parseOption(params.language, LANGUAGES),
  });
