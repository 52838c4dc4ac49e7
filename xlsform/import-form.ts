import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { XlsformEntry } from '#contract/xlsform.ts';
import type { Say } from '#sentences/say.ts';
import { inEnglish, sentence } from '#sentences/sentence.ts';
import { buildFields } from './build-fields.ts';
import { createChoiceRoom } from './choice-room.ts';
import { dissolveSections } from './dissolve-sections.ts';
import { findPlace } from './find-place.ts';
import { findSheets } from './find-sheets.ts';
import { createLanguages } from './form-languages.ts';
import { createReport, type FormReport, type Place } from './form-report.ts';
import { giveNames } from './give-names.ts';
import { readChoicesHeading, readSurveyHeading } from './headings.ts';
import { type ChoiceList, type ChoiceLists, readChoices } from './read-choices.ts';
import { type FormSettings, readSettings } from './read-settings.ts';
import { readSurvey } from './read-survey.ts';
import { readTable } from './read-table.ts';
import type { Sheet } from './sheet.ts';
import { fitText } from './take-labels.ts';
import { takeText } from './take-text.ts';

/** A workbook made of a form; what the form does not say is undefined. */
export type ImportedForm = {
  title: string | undefined;
  name: string | undefined;
  version: string | undefined;
  definition: WorkbookDefinition;
  /** Everything that is not carried over as it stands: each cell is in the definition or told of here. */
  report: XlsformEntry[];
  /** The cell or row that a member of the definition comes from, by its path. */
  placeOf(path: string): Place | undefined;
};

/** Makes a workbook of an XLSForm; `say` says the report. Only a spreadsheet that is none is refused, by `NoForm`. */
export const importForm = (sheets: readonly Sheet[], say: Say = inEnglish): ImportedForm => {
  const report = createReport();
  const found = findSheets(sheets, report);
  const settings = readSettings(found.settings, report);
  const languages = createLanguages(settings.defaultLanguage, report);
  const nodes = readSurvey(readTable(found.survey, readSurveyHeading, report), report);
  const names = giveNames(nodes, report);
  const reading = { report, names, languages };

  const listsOf = (sheet: Sheet | undefined): ChoiceLists => {
    if (sheet === undefined) return new Map();
    return readChoices(readTable(sheet, readChoicesHeading, report), {
      report,
      allowDuplicates: settings.allowDuplicates,
      takeLabel: (row) => {
        const label = takeText(row, 'label', reading, undefined);
        return label === undefined ? undefined : fitText(label, row, 'label', report);
      },
    });
  };
  const choices = listsOf(found.choices);
  const externalChoices = listsOf(found.external_choices);
  const built = buildFields(nodes, { ...reading, choices, externalChoices, room: createChoiceRoom() });
  const fields = dissolveSections(built, report);

  for (const list of [...choices.values(), ...externalChoices.values()])
    if (!list.isUsed) tellUnused(list, report);
  tellDefaultLanguage(settings, languages.isDefaultUsed(), report);
  const { title, name, version } = settings;
  const rows = new Map([...built.rowOf].map(([field, row]) => [field.name, row]));
  return {
    title,
    name,
    version,
    definition: { fields },
    report: report.entries(
      sheets.map((sheet) => sheet.name),
      say,
    ),
    placeOf: (path) => findPlace(fields, rows, path),
  };
};

/** A list may be scattered over its sheet: an entry for each run of rows. */
const tellUnused = ({ sheet, name, rows }: ChoiceList, report: FormReport): void => {
  let first = 0;
  rows.forEach(({ number }, position) => {
    if (rows[position + 1]?.number === number + 1) return;
    const row = rows[first]!.number;
    const place = { sheet, row, ...(number > row && { lastRow: number }) };
    report.tell(place, 'list-unused', sentence`No question has its choices from the list “${name}”.`);
    first = position + 1;
  });
};

const tellDefaultLanguage = (
  { defaultLanguage, defaultLanguagePlace }: FormSettings,
  isUsed: boolean,
  report: FormReport,
): void => {
  if (defaultLanguage === undefined || defaultLanguagePlace === undefined || isUsed) return;
  const message = sentence`A workbook has no default language: everybody sees their own, where a text has it.`;
  report.tell(defaultLanguagePlace, 'not-carried-over', message);
};
