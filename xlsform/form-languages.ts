import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import type { FormReport, SheetLocation } from './form-report.ts';
import { findLanguage } from './languages.ts';

export type FormLanguages = {
  /** Returns undefined if there are more languages than a label may have. */
  resolveTag(name: string, location: SheetLocation): string | undefined;
  /** Returns the tag for a column whose heading has no language in a form where others do. */
  resolveDefaultTag(location: SheetLocation): string;
  isDefaultUsed(): boolean;
};

/** The start of the tag for an unknown language. In ISO 639, it means “undetermined”. */
const UNDETERMINED = 'und';

export const createLanguages = (defaultLanguage: string | undefined, report: FormReport): FormLanguages => {
  const tags = new Map<string, string>();
  const columnsWithoutLanguage = new Set<string>();
  let isDefaultUsed = false;

  const generateTag = (name: string): string => {
    const letters = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 8);
    const usedTags = new Set(tags.values());
    const baseTag = letters.length < 2 ? `${UNDETERMINED}-other` : `${UNDETERMINED}-${letters}`;
    let tag = baseTag;
    for (let number = 2; usedTags.has(tag); number++) tag = `${baseTag}-${String(number).padStart(2, '0')}`;
    return tag;
  };

  const resolveTag = (name: string, location: SheetLocation): string | undefined => {
    const existingTag = tags.get(name);
    if (existingTag !== undefined || tags.size >= workbookLimits.languages) return existingTag;
    const knownTag = findLanguage(name);
    const tag = knownTag ?? generateTag(name);
    tags.set(name, tag);
    if (knownTag === undefined) {
      const message = msg`“${name}” is an unknown language; Ronda uses the code ${tag}. Add the language code, as in “English (en)”.`;
      report.add({ sheet: location.sheet, column: location.column ?? name }, 'language-guessed', message);
    }
    return tag;
  };

  return {
    resolveTag,
    resolveDefaultTag: (location) => {
      const column = { sheet: location.sheet, column: location.column ?? '' };
      if (defaultLanguage !== undefined) {
        isDefaultUsed = true;
        const tag = resolveTag(defaultLanguage, column);
        if (tag !== undefined) return tag;
      }
      const key = `${column.sheet} ${column.column}`;
      if (!columnsWithoutLanguage.has(key)) {
        columnsWithoutLanguage.add(key);
        const message = msg`The language of “${column.column}” is in neither its heading nor default_language; Ronda uses the code ${UNDETERMINED}.`;
        report.add(column, 'language-guessed', message);
      }
      return UNDETERMINED;
    },
    isDefaultUsed: () => isDefaultUsed,
  };
};
