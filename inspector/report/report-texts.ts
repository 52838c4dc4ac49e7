import i18next from 'i18next';
import type { Language } from '#i18n/languages.ts';
import { createTextOf } from '#i18n/texts.ts';
import type { ReportTextOf } from '#report/report-format.ts';

/** Returns a text of a report in a language whose texts are loaded. */
export const reportTextOf = (language: Language): ReportTextOf =>
  createTextOf(language, i18next.getResourceBundle(language, 'report'));
