import headings from './headings.json' with { type: 'json' };

/** The internal name of a column, and the language as written in the form. */
export type ColumnMeaning = { column: string; language?: string };

const translatableColumns = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'media',
]);

/** Ignored prefixes, and the columns they may precede. */
const columnsByPrefix: ReadonlyMap<string, string[]> = new Map(Object.entries(headings.groups));

const normalize = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, '_');

/** Splits headings such as `media::image::French (fr)`. Older forms use single colons; `jr:` is part of a name. */
const splitHeading = (heading: string): string[] => {
  const parts = heading.includes('::') ? heading.split('::') : heading.split(/(?<!\bjr):/i);
  return parts.map((part) => part.trim());
};

/** `columnsByHeading` includes the headings used in older forms. */
const createHeadingParser = (columnsByHeading: Readonly<Record<string, string>>) => {
  const columns = new Map(Object.entries(columnsByHeading));
  return (heading: string): ColumnMeaning | undefined => {
    const parts = splitHeading(heading);
    const prefixColumns = columnsByPrefix.get(normalize(parts[0]!));
    if (prefixColumns !== undefined && parts.length > 1) parts.shift();
    const [name = '', language, ...rest] = parts;
    const column = columns.get(normalize(name));
    if (column === undefined || rest.length > 0 || prefixColumns?.includes(column) === false)
      return undefined;
    if (language === undefined) return { column };
    return translatableColumns.has(column) && language !== '' ? { column, language } : undefined;
  };
};

const rondaColumns = new Map(
  ['type', 'name', 'label', 'required', 'default', 'min', 'max', 'maxLength', 'maxCount', 'keepPosition']
    .concat('keepOriginals', 'failWhen', 'followUp::workbook', 'followUp::team', 'followUp::dueInDays')
    .map((name) => [`ronda::${name}`.toLowerCase(), `ronda:${name}`]),
);

const parseXlsformHeading = createHeadingParser(headings.survey);

export const parseSurveyHeading = (heading: string): ColumnMeaning | undefined => {
  const rondaColumn = rondaColumns.get(heading.replaceAll(/\s/g, '').toLowerCase());
  return rondaColumn === undefined ? parseXlsformHeading(heading) : { column: rondaColumn };
};

export const parseSettingsHeading = createHeadingParser(headings.settings);

/** The prefix for an attribute with the same name as another column in the choices sheet. */
export const ATTRIBUTE_PREFIX = 'ronda_attribute_';

// The ronda:value heading is written with a space: other apps reject colons in this sheet.
const parseKnownHeading = createHeadingParser(headings.choices);

/** Unknown headings are attributes, which choice filters can use. */
export const parseChoicesHeading = (heading: string): ColumnMeaning =>
  parseKnownHeading(heading) ?? { column: `attribute:${heading}` };
