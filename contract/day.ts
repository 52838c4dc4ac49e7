import { Type } from 'typebox';

/** A calendar day from 1900-01-01 to 9999-12-31. */
export const Day = (description: string) =>
  Type.String({
    format: 'date',
    pattern: '^(19|[2-9]\\d)\\d\\d-\\d\\d-\\d\\d$',
    description,
    examples: ['2026-11-23'],
  });
