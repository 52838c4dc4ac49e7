import { LANGUAGES, type Language } from '#i18n/languages.ts';
import { flagOf, oneOf, textOf, uuidOf, withoutUndefined } from '#portal/ui/search-values.ts';

export const TABS = ['answers', 'history', 'comparison', 'report'] as const;
export type ReviewTab = (typeof TABS)[number];

/** URL parameters of the page of an inspection. Undefined members have the default. */
export type ReviewSearch = {
  tab?: Exclude<ReviewTab, 'answers'> | undefined;
  /** Answers in the order of the workbook instead of failed ones first. */
  order?: 'workbook' | undefined;
  /** Also shows questions that were not asked. */
  notAsked?: true | undefined;
  /** The upload in the lightbox. */
  picture?: string | undefined;
  /** Limits the history to one field. */
  field?: string | undefined;
  /** The compared completions. */
  from?: number | undefined;
  to?: number | undefined;
  /** Language of the report. */
  language?: Language | undefined;
};

export const parseReviewSearch = (given: Record<string, unknown>): ReviewSearch =>
  withoutUndefined({
    tab: oneOf(given.tab, TABS.slice(1) as Exclude<ReviewTab, 'answers'>[]),
    order: oneOf(given.order, ['workbook']),
    notAsked: flagOf(given.notAsked) || undefined,
    picture: uuidOf(given.picture),
    field: textOf(given.field),
    from: completionOf(given.from),
    to: completionOf(given.to),
    language: oneOf(given.language, LANGUAGES),
  });

const completionOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e9 ? value : undefined;
