import type { Field } from '#contract/workbook-definition.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { getBrowserLocale } from '#kit/locale.ts';
import { pickTranslation } from '#workbook-engine/local-text.ts';

export type AnswerLabels = {
  yes: string;
  no: string;
  formatLocation(position: { latitude: number; longitude: number; accuracy?: number }): string;
};

export const formatAnswer = (
  field: Pick<Field, 'type' | 'choices'>,
  value: unknown,
  language: string,
  labels: AnswerLabels,
): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
  if (typeof value === 'string') return formatText(field, value, language);
  if (Array.isArray(value))
    return value.map((item) => formatAnswer(field, item, language, labels)).join(', ');
  const position = value as { latitude?: unknown; longitude?: unknown; accuracy?: unknown };
  if (typeof position.latitude === 'number' && typeof position.longitude === 'number')
    return labels.formatLocation({
      latitude: position.latitude,
      longitude: position.longitude,
      ...(typeof position.accuracy === 'number' && { accuracy: position.accuracy }),
    });
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${formatAnswer({ type: 'text' }, item, language, labels)}`)
    .join(', ');
};

const formatText = ({ type, choices }: Pick<Field, 'type' | 'choices'>, value: string, language: string) => {
  const label = choices?.find((choice) => choice.value === value)?.label;
  if (label !== undefined) return pickTranslation(label, language);
  if (type === 'dateTime') return formatDateTime(value, language);
  if (type === 'date')
    return new Intl.DateTimeFormat(getBrowserLocale(language), {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(`${value}T00:00:00Z`));
  return value;
};
