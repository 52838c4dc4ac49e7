import { sentence } from '#sentences/sentence.ts';
import { Refusal } from '#service/http/refusal.ts';
import { type FieldProblem, Problem } from '#service/problem.ts';

const MEBIBYTE = 1024 * 1024;

export const headerUnfit = (faults: readonly FieldProblem[]) =>
  new Problem('invalid', sentence`The first line of the file does not name its columns as it should.`, {
    fields: faults,
  });

export const fileEmpty = () =>
  new Problem(
    'invalid',
    sentence`The file is empty: its first line names the columns, externalId and title among them.`,
  );

export const fileNotUtf8 = (line: number) =>
  new Problem(
    'invalid',
    sentence`The file is not UTF-8 (line ${line}). Save it as "CSV UTF-8"; nothing of it was brought in.`,
  );

export const quoteNotClosed = (line: number) =>
  new Problem(
    'invalid',
    sentence`A quotation mark is opened and not closed in the row that begins in line ${line}. Nothing was brought in.`,
  );

export const rowTooLong = (line: number) =>
  new Problem(
    'invalid',
    sentence`The row that begins in line ${line} is longer than any can be. Is a quotation mark not closed? Nothing was brought in.`,
  );

export const fileTooLong = (mostBytes: number) =>
  new Refusal(
    413,
    sentence`The file is larger than ${mostBytes / MEBIBYTE} MiB: split it. Nothing was brought in.`,
  );

export const fileNotCsv = () =>
  new Refusal(415, sentence`The body must be CSV: send it as text/csv, in UTF-8 and not compressed.`);

export const tooManyAttributes = (most: number) =>
  new Problem(
    'conflict',
    sentence`The items have attributes of more than ${most} names, and a file with so many columns could not be brought in again: read the items page by page.`,
  );

export const tooManyRows = (most: number) =>
  new Problem('invalid', sentence`The file has more than ${most} rows: split it. Nothing was brought in.`);

export const noRoomForFile = () =>
  new Problem(
    'overloaded',
    sentence`The server has no room for the file at the moment. Nothing was brought in.`,
    {
      retryAfter: 60,
    },
  );

export const tooManyImports = () =>
  new Problem('overloaded', sentence`Other files are being brought in at the moment. Try again in a while.`, {
    retryAfter: 10,
  });

export const importInWay = () =>
  new Problem(
    'overloaded',
    sentence`Somebody else is bringing in items of this content type, and did not finish in time. Nothing was brought in.`,
    { retryAfter: 10 },
  );
