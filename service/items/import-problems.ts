import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import { HttpError } from '#service/http/http-error.ts';
import { type FieldProblem, Problem, truncateProblems } from '#service/problem.ts';

const MEBIBYTE = 1024 * 1024;

export const invalidHeader = (issues: readonly FieldProblem[]) =>
  new Problem('invalid', msg`The column names in the first line of the file are not valid.`, {
    fields: truncateProblems(issues),
  });

export const rowTooWide = (line: number) =>
  new Problem('invalid', msg`Line ${line} has more than ${limits.importColumns} columns.`);

export const cellTooLong = (line: number) =>
  new Problem('invalid', msg`Line ${line} has a cell with more than ${limits.importCell} characters.`);

export const fileEmpty = () =>
  new Problem(
    'invalid',
    msg`The file is empty. Its first line must contain the column names, including externalId and title.`,
  );

export const fileNotUtf8 = (line: number) =>
  new Problem(
    'invalid',
    msg`The file is not UTF-8 (line ${line}). Save it as "CSV UTF-8". Nothing was imported.`,
  );

export const quoteNotClosed = (line: number) =>
  new Problem(
    'invalid',
    msg`The row that starts on line ${line} has an opening quotation mark without a closing one. Nothing was imported.`,
  );

export const rowTooLong = (line: number) =>
  new Problem(
    'invalid',
    msg`The row that starts on line ${line} is too long. Check for a missing closing quotation mark. Nothing was imported.`,
  );

export const fileTooLong = (maxBytes: number) =>
  new HttpError(
    413,
    msg`The file is larger than ${maxBytes / MEBIBYTE} MiB. Split it into smaller files. Nothing was imported.`,
  );

export const importTooLarge = (maxBytes: number) =>
  new Problem(
    'invalid',
    msg`With the names of its attributes repeated for each row, the file takes more than ${maxBytes / MEBIBYTE} MiB. Split it into smaller files, or use fewer attributes or shorter names. Nothing was imported.`,
  );

export const fileNotCsv = () =>
  new HttpError(415, msg`The body must be CSV: send it as text/csv, in UTF-8 and not compressed.`);

export const tooManyAttributes = (max: number) =>
  new Problem(
    'conflict',
    msg`The items have more than ${max} different attributes, too many columns to import the file again. Read the items page by page instead.`,
  );

export const tooManyRows = (max: number) =>
  new Problem(
    'invalid',
    msg`The file has more than ${max} rows. Split it into smaller files. Nothing was imported.`,
  );

export const storageFull = () =>
  new Problem(
    'overloaded',
    msg`The server does not have enough storage for the file at the moment. Nothing was imported.`,
    { retryAfter: 60 },
  );

export const importLocked = () =>
  new Problem(
    'overloaded',
    msg`Someone else is still importing items of this content type. Nothing was imported. Try again later.`,
    { retryAfter: 10 },
  );
