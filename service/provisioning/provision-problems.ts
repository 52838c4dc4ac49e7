import { toEnglish, verbatim } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';
import { formatPath, type Path } from '#service/shape/issue.ts';
import { findLineAndColumn } from './text-error.ts';

/** The maximum number of errors in a message. Once these are fixed, the next run shows the rest. */
export const MAX_ERRORS_SHOWN = 50;

export type FileError = { offset: number; path: Path; message: string };

/** The number of errors in a file, or a minimum if the search stopped early. */
export type ErrorCount = { count: number; isTruncated: boolean };

/** The message has one line per error, in file order. `count` exceeds `issues.length` if not all were stored. */
export const fileRejected = (
  { name, text }: { name: string; text: string },
  issues: readonly FileError[],
  { count, isTruncated }: ErrorCount = { count: issues.length, isTruncated: false },
) => {
  const shownIssues = issues.toSorted((a, b) => a.offset - b.offset).slice(0, MAX_ERRORS_SHOWN);
  const fields = shownIssues.map(({ offset, path, message }) => {
    const { line, column } = findLineAndColumn(text, offset);
    const pathInFile = formatPath(path);
    return {
      message: verbatim(`${name}:${line}:${column} ${pathInFile === '' ? '' : `${pathInFile}: `}${message}`),
      members: [pathInFile === '' ? 'input' : pathInFile],
    };
  });
  const formatCount = (number: number) => (isTruncated ? `more than ${number - 1}` : number);
  const hiddenCount = count - fields.length;
  const lines = [
    `${name} has ${count === 1 ? '1 error' : `${formatCount(count)} errors`}. Nothing was changed.`,
    ...fields.map(({ message }) => `  ${toEnglish(message)}`),
    ...(hiddenCount > 0 ? [`  … and ${formatCount(hiddenCount)} more`] : []),
  ];
  return new Problem('invalid', verbatim(lines.join('\n')), { fields });
};

export const unreadableFile = (name: string, reason: string) =>
  new Problem('invalid', verbatim(`The provisioning file ${name} cannot be read: ${reason}`));

export const fileTooLarge = (name: string, bytes: number, limit: number) =>
  unreadableFile(
    name,
    `it has ${toMebibytes(bytes)} MiB; the limit is ${toMebibytes(limit)} MiB. Split it into several files.`,
  );

const toMebibytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
