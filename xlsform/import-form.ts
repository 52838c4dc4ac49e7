import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { XlsformEntry } from '#contract/xlsform.ts';
import { msg, toEnglish } from '#i18n/message.ts';
import type { Translate } from '#i18n/translate.ts';
import { assignNames } from './assign-names.ts';
import { buildFields } from './build-fields.ts';
import { createChoiceBudget } from './choice-budget.ts';
import { findLocation } from './find-location.ts';
import { findSheets } from './find-sheets.ts';
import { flattenSections } from './flatten-sections.ts';
import { createLanguages } from './form-languages.ts';
import { createReport, type FormReport, type SheetLocation } from './form-report.ts';
import { parseChoicesHeading, parseSurveyHeading } from './headings.ts';
import { fitText } from './import-labels.ts';
import { importText } from './import-text.ts';
import { type ChoiceList, type ChoiceLists, readChoices } from './read-choices.ts';
import { type FormSettings, readSettings } from './read-settings.ts';
import { readSurvey } from './read-survey.ts';
import { readTable } from './read-table.ts';
import type { Sheet } from './sheet.ts';

export type ImportedForm = {
  title: string | undefined;
  name: string | undefined;
  version: string | undefined;
  definition: WorkbookDefinition;
  /** Every cell ends up either in the definition or in the report. */
  report: XlsformEntry[];
  findLocation(path: string): SheetLocation | undefined;
};

/** Throws only a `MissingFormError`, if the sheets contain no form. */
export const importForm = (sheets: readonly Sheet[], translate: Translate = toEnglish): ImportedForm => {
  const report = createReport();
  const formSheets = findSheets(sheets, report);
  const settings = readSettings(formSheets.settings, report);
  const languages = createLanguages(settings.defaultLanguage, report);
  const nodes = readSurvey(readTable(formSheets.survey, parseSurveyHeading, report), report);
  const names = assignNames(nodes, report);
  const context = { report, names, languages };

  const readLists = (sheet: Sheet | undefined): ChoiceLists => {
    if (sheet === undefined) return new Map();
    return readChoices(readTable(sheet, parseChoicesHeading, report), {
      report,
      allowDuplicates: settings.allowDuplicates,
      importLabel: (row) => {
        const label = importText(row, 'label', context, undefined);
        return label === undefined ? undefined : fitText(label, row, 'label', report);
      },
    });
  };
  const choices = readLists(formSheets.choices);
  const externalChoices = readLists(formSheets.external_choices);
  const builtFields = buildFields(nodes, {
    ...context,
    choices,
    externalChoices,
    choiceBudget: createChoiceBudget(),
  });
  const fields = flattenSections(builtFields, report);

  for (const list of [...choices.values(), ...externalChoices.values()])
    if (!list.isUsed) reportUnusedList(list, report);
  reportDefaultLanguage(settings, languages.isDefaultUsed(), report);
  const { title, name, version } = settings;
  const rowsByName = new Map([...builtFields.rowsByField].map(([field, row]) => [field.name, row]));
  return {
    title,
    name,
    version,
    definition: { fields },
    report: report.entries(
      sheets.map((sheet) => sheet.name),
      translate,
    ),
    findLocation: (path) => findLocation(fields, rowsByName, path),
  };
};

/** Adds one entry for each run of adjacent rows. */
const reportUnusedList = ({ sheet, name, rows }: ChoiceList, report: FormReport): void => {
  let first = 0;
  rows.forEach(({ number }, index) => {
    if (rows[index + 1]?.number === number + 1) return;
    const row = rows[first]!.number;
    const location = { sheet, row, ...(number > row && { lastRow: number }) };
    report.add(location, 'list-unused', msg`No question uses the list “${name}”.`);
    first = index + 1;
  });
};

const reportDefaultLanguage = (
  { defaultLanguage, defaultLanguageLocation }: FormSettings,
  isUsed: boolean,
  report: FormReport,
): void => {
  if (defaultLanguage === undefined || isUsed) return;
  const message = msg`Workbooks have no default language: users see text in their own language if it is available.`;
  report.add(defaultLanguageLocation, 'not-carried-over', message);
};
