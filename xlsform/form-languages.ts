import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#i18n/sentence.ts';
import type { FormReport, Place } from './form-report.ts';
import { findLanguage } from './languages.ts';

/** The languages of a form: tags for the names that its headings give them. */
export type FormLanguages = {
  /** Undefined if there are more languages than a text may have. */
  tagOf(name: string, place: Place): string | undefined;
  /** The language of a column without a language, if other columns have one. */
  unnamed(place: Place): string;
  /** Whether the default language was used. */
  isDefaultUsed(): boolean;
};

/** Start of the tag of an unknown language: “undetermined” in ISO 639. */
const UNDETERMINED = 'und';

export const createLanguages = (defaultLanguage: string | undefined, report: FormReport): FormLanguages => {
  const tags = new Map<string, string>();
  const unnamed = new Set<string>();
  let isDefaultUsed = false;

  const guess = (name: string): string => {
    const letters = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 8);
    const used = new Set(tags.values());
    const base = letters.length < 2 ? `${UNDETERMINED}-other` : `${UNDETERMINED}-${letters}`;
    let tag = base;
    for (let number = 2; used.has(tag); number++) tag = `${base}-${String(number).padStart(2, '0')}`;
    return tag;
  };

  const tagOf = (name: string, place: Place): string | undefined => {
    const known = tags.get(name);
    if (known !== undefined || tags.size >= workbookLimits.languages) return known;
    const found = findLanguage(name);
    const tag = found ?? guess(name);
    tags.set(name, tag);
    if (found === undefined) {
      const message = sentence`“${name}” is an unknown language; Ronda uses the code ${tag}. Add the code of the language, as in “English (en)”.`;
      report.add({ sheet: place.sheet, column: place.column ?? name }, 'language-guessed', message);
    }
    return tag;
  };

  return {
    tagOf,
    unnamed: (place) => {
      const column = { sheet: place.sheet, column: place.column ?? '' };
      if (defaultLanguage !== undefined) {
        isDefaultUsed = true;
        const tag = tagOf(defaultLanguage, column);
        if (tag !== undefined) return tag;
      }
      const key = `${column.sheet} ${column.column}`;
      if (!unnamed.has(key)) {
        unnamed.add(key);
        const message = sentence`The language of “${column.column}” is in neither its heading nor default_language; Ronda uses the code ${UNDETERMINED}.`;
        report.add(column, 'language-guessed', message);
      }
      return UNDETERMINED;
    },
    isDefaultUsed: () => isDefaultUsed,
  };
};
