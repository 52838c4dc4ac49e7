import { Type } from 'typebox';

/** A day of the calendar, of the years 1900 to 9999. */
export const Day = (description: string) =>
  Type.String({
    format: 'date',
    pattern: '^(19|[2-9]\\d)\\d\\d-\\d\\d-\\d\\d$',
    description,
    examples: ['2026-11-23'],
  });
