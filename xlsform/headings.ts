/** The meaning of a heading: the internal name of the column, and the language as given in the form. */
export type ColumnMeaning = { column: string; language?: string };

/** Columns that can have translations. */
const translatableColumns = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'media',
]);

/**
 * Survey columns by heading, including headings used in older forms. Some can have a prefix such as `bind` (see
 * `groups`).
 */
const surveyNames: Readonly<Record<string, string>> = {
  type: 'type',
  command: 'type',
  name: 'name',
  tag: 'name',
  value: 'name',
  label: 'label',
  caption: 'label',
  hint: 'hint',
  guidance_hint: 'guidance_hint',
  required: 'required',
  required_message: 'required_message',
  requiredmsg: 'required_message',
  'jr:requiredmsg': 'required_message',
  relevant: 'relevant',
  relevance: 'relevant',
  constraint: 'constraint',
  constraint_message: 'constraint_message',
  constraining_message: 'constraint_message',
  constraintmsg: 'constraint_message',
  'jr:constraintmsg': 'constraint_message',
  calculation: 'calculation',
  calculate: 'calculation',
  default: 'default',
  choice_filter: 'choice_filter',
  appearance: 'appearance',
  parameters: 'parameters',
  read_only: 'read_only',
  readonly: 'read_only',
  repeat_count: 'repeat_count',
  count: 'repeat_count',
  'jr:count': 'repeat_count',
  trigger: 'trigger',
  disabled: 'disabled',
  image: 'media',
  'big-image': 'media',
  audio: 'media',
  video: 'media',
};

const choicesNames: Readonly<Record<string, string>> = {
  list_name: 'list_name',
  name: 'name',
  value: 'name',
  label: 'label',
  caption: 'label',
  image: 'media',
  'big-image': 'media',
  audio: 'media',
  video: 'media',
  // The heading is written with a space, because other apps reject colons in this sheet.
  ronda_value: 'ronda:value',
};

const settingsNames: Readonly<Record<string, string>> = {
  form_title: 'form_title',
  set_form_title: 'form_title',
  title: 'form_title',
  form_id: 'form_id',
  set_form_id: 'form_id',
  id_string: 'form_id',
  version: 'version',
  default_language: 'default_language',
  allow_choice_duplicates: 'allow_choice_duplicates',
};

/** Heading prefixes that can be removed. */
const groups: Readonly<Record<string, readonly string[]>> = {
  bind: [
    'relevant',
    'required',
    'constraint',
    'read_only',
    'calculation',
    'constraint_message',
    'required_message',
  ],
  body: ['appearance', 'repeat_count'],
  control: ['appearance', 'repeat_count'],
  media: ['media'],
};

const normalize = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, '_');

/** Splits `media::image::French (fr)`. Older forms use single colons; `jr:` is part of a name. */
const splitHeading = (heading: string): string[] => {
  const parts = heading.includes('::') ? heading.split('::') : heading.split(/(?<!\bjr):/i);
  return parts.map((part) => part.trim());
};

const createParser =
  (names: Readonly<Record<string, string>>) =>
  (heading: string): ColumnMeaning | undefined => {
    const parts = splitHeading(heading);
    const group = groups[normalize(parts[0]!)];
    if (group !== undefined && parts.length > 1) parts.shift();
    const [name = '', language, ...rest] = parts;
    const column = Object.hasOwn(names, normalize(name)) ? names[normalize(name)] : undefined;
    if (column === undefined || rest.length > 0 || group?.includes(column) === false) return undefined;
    if (language === undefined) return { column };
    return translatableColumns.has(column) && language !== '' ? { column, language } : undefined;
  };

const rondaNames = new Map(
  ['type', 'name', 'label', 'required', 'default', 'min', 'max', 'maxLength', 'maxCount', 'keepPosition']
    .concat('keepOriginals', 'failWhen', 'followUp::workbook', 'followUp::team', 'followUp::dueInDays')
    .map((name) => [`ronda::${name}`.toLowerCase(), `ronda:${name}`]),
);

const parseXlsformHeading = createParser(surveyNames);

/** The meaning of a survey heading; undefined if it is unknown. */
export const parseSurveyHeading = (heading: string): ColumnMeaning | undefined => {
  const rondaColumn = rondaNames.get(heading.replaceAll(/\s/g, '').toLowerCase());
  return rondaColumn === undefined ? parseXlsformHeading(heading) : { column: rondaColumn };
};

export const parseSettingsHeading = createParser(settingsNames);

/** The prefix for an attribute with the same name as another column in the choices. */
export const ATTRIBUTE_PREFIX = 'ronda_attribute_';

const parseKnownHeading = createParser(choicesNames);

/** The meaning of a heading in the choices. Unknown headings are attributes, which filters may use. */
export const parseChoicesHeading = (heading: string): ColumnMeaning =>
  parseKnownHeading(heading) ?? { column: `attribute:${heading}` };
