import { readDay } from '#workbook-engine/iso-8601.ts';
import type { ReportedUpload } from './report-facts.ts';
import type { Speech } from './speech.ts';
import { wordPosition } from './word-answer.ts';

/** `plan.pdf (24 kB)` */
export const wordFile = (
  { fileName, bytes }: Pick<ReportedUpload, 'fileName' | 'bytes'>,
  { number }: Speech,
): string => `${fileName} (${number(Math.max(1, Math.round(bytes / 1_000)))} kB)`;

/** The number of a picture with what its camera knew: when and, on a line of its own, where. */
export const captionLines = (
  number: string,
  { takenAt, position }: Pick<ReportedUpload, 'takenAt' | 'position'>,
  speech: Speech,
): string[] => {
  const about = [number, wordTakenAt(takenAt, speech)].filter((part) => part !== '').join(' · ');
  return position ? [about, wordPosition(position, speech)] : [about];
};

/** A camera writes a local time without a zone: `2026-03-01T09:30:00`. */
const TAKEN_AT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/;

const wordTakenAt = (takenAt: string | null, speech: Speech): string => {
  const [, day, time] = TAKEN_AT.exec(takenAt ?? '') ?? [];
  // A camera may write any digits.
  if (day === undefined || time === undefined || readDay(day) === undefined) return '';
  return `${speech.day(day)}, ${time}`;
};
