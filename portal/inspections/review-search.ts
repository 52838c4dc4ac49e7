import { LANGUAGES } from '#i18n/languages.ts';
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

export type ReviewSearch = ReturnType<typeof parseReviewSearch>;

const MAX_COMPLETION = 1e9 - 1;

export const parseReviewSearch = (params: Record<string, unknown>) =>
  withoutUndefined({
    tab: parseOption(params.tab, TABS.slice(1) as Exclude<ReviewTab, 'answers'>[]),
    // `workbook` lists the answers in workbook order. By default, failed answers come first.
    order: parseOption(params.order, ['workbook']),
    notAsked: parseBoolean(params.notAsked) || undefined,
    picture: parseUuid(params.picture),
    field: parseText(params.field),
    from: parsePositiveInteger(params.from, MAX_COMPLETION),
    to: parsePositiveInteger(params.to, MAX_COMPLETION),
    language: parseOption(params.language, LANGUAGES),
  });
