import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import type { FormReport, Place } from './form-report.ts';
import { findLanguage } from './languages.ts';

/** The languages of a form: tags for the names that its headings give them. */
export type FormLanguages = {
  /** Undefined when there are more than a text may have. */
  tagOf(name: string, place: Place): string | undefined;
  /** The language of a column that names none, beside columns that do. */
  unnamed(place: Place): string;
  /** Whether the default language has decided anything. */
  isDefaultUsed(): boolean;
};

/** Of a language that nobody knows the tag begins like this: undetermined, as ISO 639 calls it. */
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
      const message = sentence`“${name}” is no language that Ronda knows; it is called ${tag} here. Write its code behind it, as in “English (en)”.`;
      report.tell({ sheet: place.sheet, column: place.column ?? name }, 'language-guessed', message);
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
        const message = sentence`The language of “${column.column}” is not said, neither by its heading nor by default_language; it is called ${UNDETERMINED} here.`;
        report.tell(column, 'language-guessed', message);
      }
      return UNDETERMINED;
    },
    isDefaultUsed: () => isDefaultUsed,
  };
};
