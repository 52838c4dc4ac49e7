import type { Answer, Location } from '#workbook-engine/answer.ts';
import { findChoice } from '#workbook-engine/expressions/choices.ts';
import type { ChoiceLists } from '#workbook-engine/expressions/types.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { pickTranslation } from '#workbook-engine/local-text.ts';
import type { ReportFormat } from './report-format.ts';

/** If the choice labels together are longer, each goes on a separate line. */
const MAX_LINE_LENGTH = 60;

/** Returns an empty string for photos, files and repeats. */
export const formatAnswer = ({ type, field }: FormField, answer: Answer, format: ReportFormat): string => {
  if (type === undefined || answer === null) return '';
  const choices = type.choices ?? (field.choices && [field.choices]);
  switch (type.base) {
    case 'text':
      return choices ? findLabel(choices, answer as string, format) : (answer as string);
    case 'number':
      return format.formatNumber(answer as number);
    case 'boolean':
      return answer === true ? format.t('yes') : format.t('no');
    case 'date':
      return format.formatDate(answer as string);
    case 'time':
      return format.formatTime(answer as string);
    case 'dateTime':
      return format.formatDateTime(new Date(answer as string));
    case 'choices': {
      const labels = (answer as string[]).map((value) => findLabel(choices ?? [], value, format));
      return labels.join(labels.join(', ').length > MAX_LINE_LENGTH ? '\n' : ', ');
    }
    case 'location':
      return formatLocation(answer as Location, format);
    case 'upload':
    case 'repeat':
      return '';
  }
};

const findLabel = (choices: ChoiceLists, value: string, { labelLanguage }: ReportFormat): string => {
  const label = findChoice(choices, value)?.label;
  return label === undefined ? value : pickTranslation(label, labelLanguage);
};

/** Six digits are accurate to about 10 cm, better than any phone can measure. */
const DEGREE_DIGITS = 6;
const METRE_DIGITS = 1;

const formatLocation = (
  { latitude, longitude, accuracy, altitude }: Location,
  format: ReportFormat,
): string =>
  [
    formatPosition({ latitude, longitude }, format),
    accuracy !== undefined && format.t('accuracy', { metres: formatRounded(accuracy, METRE_DIGITS, format) }),
    altitude !== undefined && format.t('altitude', { metres: formatRounded(altitude, METRE_DIGITS, format) }),
  ]
    .filter(Boolean)
    .join(', ');

/** Formats a position, such as `52.3636° N 4.9024° E`. */
export const formatPosition = (
  { latitude, longitude }: { latitude: number; longitude: number },
  format: ReportFormat,
): string => {
  const formatDegrees = (value: number) => formatRounded(Math.abs(value), DEGREE_DIGITS, format);
  const northOrSouth = format.t(latitude < 0 ? 'south' : 'north');
  const eastOrWest = format.t(longitude < 0 ? 'west' : 'east');
  return `${formatDegrees(latitude)}° ${northOrSouth} ${formatDegrees(longitude)}° ${eastOrWest}`;
};

const formatRounded = (value: number, digits: number, format: ReportFormat): string =>
  format.formatNumber(Number(value.toFixed(digits)));
