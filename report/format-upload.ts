import { parseDate } from '#workbook-engine/iso-8601.ts';
import { formatPosition } from './format-answer.ts';
import type { ReportedUpload } from './report-data.ts';
import type { ReportFormat } from './report-format.ts';

/** Formats a file's name and size, such as `plan.pdf (24 kB)`. */
export const formatFile = (
  { fileName, bytes }: Pick<ReportedUpload, 'fileName' | 'bytes'>,
  { formatNumber }: ReportFormat,
): string => `${fileName} (${formatNumber(Math.max(1, Math.round(bytes / 1_000)))} kB)`;

/** Returns the picture's number, the time it was taken and, on a second line, its position. */
export const formatCaption = (
  number: string,
  { takenAt, position }: Pick<ReportedUpload, 'takenAt' | 'position'>,
  format: ReportFormat,
): string[] => {
  const firstLine = [number, formatTakenAt(takenAt, format)].filter((part) => part !== '').join(' · ');
  return position ? [firstLine, formatPosition(position, format)] : [firstLine];
};

/** Cameras store local time without a time zone: `2026-03-01T09:30:00`. */
const TAKEN_AT_PATTERN = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/;

const formatTakenAt = (takenAt: string | null, format: ReportFormat): string => {
  const [, day, time] = TAKEN_AT_PATTERN.exec(takenAt ?? '') ?? [];
  // EXIF data may contain invalid dates.
  if (day === undefined || time === undefined || parseDate(day) === undefined) return '';
  return `${format.formatDate(day)}, ${time}`;
};
