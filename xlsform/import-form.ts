import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { XlsformEntry } from '#contract/xlsform.ts';
import { inEnglish, sentence } from '#i18n/sentence.ts';
import type { Translate } from '#i18n/translate.ts';
import { assignNames } from './assign-names.ts';
import { buildFields } from './build-fields.ts';
import { createChoiceBudget } from './choice-budget.ts';
import { findPlace } from './find-place.ts';
import { findSheets } from './find-sheets.ts';
import { flattenSections } from './flatten-sections.ts';
import { createLanguages } from './form-languages.ts';
import { createReport, type FormReport, type Place } from './form-report.ts';
import { readChoicesHeading, readSurveyHeading } from './headings.ts';
import { fitText } from './import-labels.ts';
import { importText } from './import-text.ts';
import { type ChoiceList, type ChoiceLists, readChoices } from './read-choices.ts';
import { type FormSettings, readSettings } from './read-settings.ts';
import { readSurvey } from './read-survey.ts';
import { readTable } from './read-table.ts';
import type { Sheet } from './sheet.ts';

/** A workbook imported from a form. Missing settings are undefined. */
export type ImportedForm = {
  title: string | undefined;
  name: string | undefined;
  version: string | undefined;
  definition: WorkbookDefinition;
  /** Everything that is not imported unchanged: each cell is either in the definition or reported here. */
  report: XlsformEntry[];
  /** Finds the cell or row of a member of the definition by its path. */
  placeOf(path: string): Place | undefined;
};

/** Imports an XLSForm as a workbook; `translate` translates the report. Throws only `MissingFormError`, if there is no form. */
export const importForm = (sheets: readonly Sheet[], translate: Translate = inEnglish): ImportedForm => {
  const report = createReport();
  const found = findSheets(sheets, report);
  const settings = readSettings(found.settings, report);
  const languages = createLanguages(settings.defaultLanguage, report);
  const nodes = readSurvey(readTable(found.survey, readSurveyHeading, report), report);
  const names = assignNames(nodes, report);
  const reading = { report, names, languages };

  const listsOf = (sheet: Sheet | undefined): ChoiceLists => {
    if (sheet === undefined) return new Map();
    return readChoices(readTable(sheet, readChoicesHeading, report), {
      report,
      allowDuplicates: settings.allowDuplicates,
      takeLabel: (row) => {
        const label = importText(row, 'label', reading, undefined);
        return label === undefined ? undefined : fitText(label, row, 'label', report);
      },
    });
  };
  const choices = listsOf(found.choices);
  const externalChoices = listsOf(found.external_choices);
  const built = buildFields(nodes, {
    ...reading,
    choices,
    externalChoices,
    choiceBudget: createChoiceBudget(),
  });
  const fields = flattenSections(built, report);

  for (const list of [...choices.values(), ...externalChoices.values()])
    if (!list.isUsed) reportUnused(list, report);
  reportDefaultLanguage(settings, languages.isDefaultUsed(), report);
  const { title, name, version } = settings;
  const rows = new Map([...built.rowOf].map(([field, row]) => [field.name, row]));
  return {
    title,
    name,
    version,
    definition: { fields },
    report: report.entries(
      sheets.map((sheet) => sheet.name),
      translate,
    ),
    placeOf: (path) => findPlace(fields, rows, path),
  };
};

/** The rows of a list need not be adjacent: adds an entry for each run of rows. */
const reportUnused = ({ sheet, name, rows }: ChoiceList, report: FormReport): void => {
  let first = 0;
  rows.forEach(({ number }, position) => {
    if (rows[position + 1]?.number === number + 1) return;
    const row = rows[first]!.number;
    const place = { sheet, row, ...(number > row && { lastRow: number }) };
    report.add(place, 'list-unused', sentence`No question uses the list “${name}”.`);
    first = position + 1;
  });
};

const reportDefaultLanguage = (
  { defaultLanguage, defaultLanguagePlace }: FormSettings,
  isUsed: boolean,
  report: FormReport,
): void => {
  if (defaultLanguage === undefined || defaultLanguagePlace === undefined || isUsed) return;
  const message = sentence`Workbooks have no default language: users see their own language if the text has it.`;
  report.add(defaultLanguagePlace, 'not-carried-over', message);
};
