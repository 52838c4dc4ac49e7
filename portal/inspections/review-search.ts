import { flagOf, oneOf, present, textOf, uuidOf } from '#portal/frame/search-values.ts';

export const TABS = ['answers', 'history', 'comparison', 'report'] as const;
export type ReviewTab = (typeof TABS)[number];

/** What of the page of an inspection stands in its address; absent: as it is usually shown. */
export type ReviewSearch = {
  tab?: Exclude<ReviewTab, 'answers'> | undefined;
  /** Answers in the order of the workbook; without it the failed ones come first. */
  order?: 'workbook' | undefined;
  /** Questions that were not asked are shown as well. */
  notAsked?: true | undefined;
  /** The upload that is shown large. */
  picture?: string | undefined;
  /** Of the history: one question. */
  field?: string | undefined;
  /** Completions that are compared. */
  from?: number | undefined;
  to?: number | undefined;
  /** Of the report. */
  language?: 'en' | 'nl' | undefined;
};

export const parseReviewSearch = (given: Record<string, unknown>): ReviewSearch =>
  present({
    tab: oneOf(given.tab, TABS.slice(1) as Exclude<ReviewTab, 'answers'>[]),
    order: oneOf(given.order, ['workbook']),
    notAsked: flagOf(given.notAsked) || undefined,
    picture: uuidOf(given.picture),
    field: textOf(given.field),
    from: completionOf(given.from),
    to: completionOf(given.to),
    language: oneOf(given.language, ['en', 'nl']),
  });

const completionOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e9 ? value : undefined;
