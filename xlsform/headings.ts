import headings from './headings.json' with { type: 'json' };

/** The meaning of a heading: the internal name of the column, and the language as written in the form. */
export type ColumnMeaning = { column: string; language?: string };

const translatableColumns = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'media',
]);

type Columns = ReadonlyMap<string, string>;

// The columns of each sheet by heading, including headings used in older forms.
const surveyColumns: Columns = new Map(Object.entries(headings.survey));
// The heading of ronda:value is written with a space, because other apps reject colons in this sheet.
const choicesColumns: Columns = new Map(Object.entries(headings.choices));
const settingsColumns: Columns = new Map(Object.entries(headings.settings));

/** Heading prefixes that can be removed, with the columns that can have them. */
const groups: ReadonlyMap<string, string[]> = new Map(Object.entries(headings.groups));

const normalize = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, '_');

/** Splits `media::image::French (fr)`. Older forms use single colons; `jr:` is part of a name. */
const splitHeading = (heading: string): string[] => {
  const parts = heading.includes('::') ? heading.split('::') : heading.split(/(?<!\bjr):/i);
  return parts.map((part) => part.trim());
};

const createParser =
  (columns: Columns) =>
  (heading: string): ColumnMeaning | undefined => {
    const parts = splitHeading(heading);
    const group = groups.get(normalize(parts[0]!));
    if (group !== undefined && parts.length > 1) parts.shift();
    const [name = '', language, ...rest] = parts;
    const column = columns.get(normalize(name));
    if (column === undefined || rest.length > 0 || group?.includes(column) === false) return undefined;
    if (language === undefined) return { column };
    return translatableColumns.has(column) && language !== '' ? { column, language } : undefined;
  };

const rondaNames = new Map(
  ['type', 'name', 'label', 'required', 'default', 'min', 'max', 'maxLength', 'maxCount', 'keepPosition']
    .concat('keepOriginals', 'failWhen', 'followUp::workbook', 'followUp::team', 'followUp::dueInDays')
    .map((name) => [`ronda::${name}`.toLowerCase(), `ronda:${name}`]),
);

const parseXlsformHeading = createParser(surveyColumns);

export const parseSurveyHeading = (heading: string): ColumnMeaning | undefined => {
  const rondaColumn = rondaNames.get(heading.replaceAll(/\s/g, '').toLowerCase());
  return rondaColumn === undefined ? parseXlsformHeading(heading) : { column: rondaColumn };
};

export const parseSettingsHeading = createParser(settingsColumns);

/** The prefix for an attribute with the same name as another column in the choices sheet. */
export const ATTRIBUTE_PREFIX = 'ronda_attribute_';

const parseKnownHeading = createParser(choicesColumns);

/** The meaning of a heading in the choices. Unknown headings are attributes, which filters may use. */
export const parseChoicesHeading = (heading: string): ColumnMeaning =>
  parseKnownHeading(heading) ?? { column: `attribute:${heading}` };
