import { inEnglish, verbatim } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';
import { formatPath, type Path } from '#service/shape/issue.ts';
import { lineAndColumn } from './text-error.ts';

/** Users do not read more; the next run shows the rest. */
export const MAX_ERRORS_SHOWN = 50;

export type FileError = { offset: number; path: Path; message: string };

/** The number of errors in a file; a lower limit if the search was cut short. */
export type ErrorCount = { count: number; isTruncated: boolean };

/**
 * Lists every error on its own line, `name:line:column path: message`, in the order of the file. `count` is larger than
 * the list if only the first errors of some list are given.
 */
export const fileRejected = (
  { name, text }: { name: string; text: string },
  issues: readonly FileError[],
  { count, isTruncated }: ErrorCount = { count: issues.length, isTruncated: false },
) => {
  const inOrder = issues.toSorted((one, other) => one.offset - other.offset).slice(0, MAX_ERRORS_SHOWN);
  const fields = inOrder.map(({ offset, path, message }) => {
    const { line, column } = lineAndColumn(text, offset);
    const where = formatPath(path);
    return {
      message: verbatim(`${name}:${line}:${column} ${where === '' ? '' : `${where}: `}${message}`),
      members: [where === '' ? 'input' : where],
    };
  });
  const shown = (number: number) => (isTruncated ? `more than ${number - 1}` : number);
  const more = count - fields.length;
  const lines = [
    `${name} has ${count === 1 ? '1 error' : `${shown(count)} errors`}. Nothing was changed.`,
    ...fields.map(({ message }) => `  ${inEnglish(message)}`),
    ...(more > 0 ? [`  … and ${shown(more)} more`] : []),
  ];
  return new Problem('invalid', verbatim(lines.join('\n')), { fields });
};

export const fileUnreadable = (name: string, reason: string) =>
  new Problem('invalid', verbatim(`The provision file ${name} cannot be read: ${reason}`));

export const fileTooLarge = (name: string, bytes: number, limit: number) =>
  fileUnreadable(
    name,
    `it has ${inMebibytes(bytes)} MiB; the limit is ${inMebibytes(limit)} MiB. Split it into several files.`,
  );

const inMebibytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
