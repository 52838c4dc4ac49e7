import { inEnglish, verbatim } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';
import { type Path, pathText } from '#service/shape/fault.ts';
import { lineAndColumn } from './fault.ts';

/** More would not be read; the next run tells the rest. */
export const MOST_FAULTS_TOLD = 50;

export type FileFault = { offset: number; path: Path; message: string };

/** How many faults a file has; when the search was cut short, at least so many. */
export type FaultCount = { count: number; isCutShort: boolean };

/**
 * Every fault in a line of its own, `name:line:column path: message`, in the order of the file. `count` is larger than
 * their number when only the first of some list are given.
 */
export const fileRefused = (
  { name, text }: { name: string; text: string },
  faults: readonly FileFault[],
  { count, isCutShort }: FaultCount = { count: faults.length, isCutShort: false },
) => {
  const inOrder = faults.toSorted((one, other) => one.offset - other.offset).slice(0, MOST_FAULTS_TOLD);
  const fields = inOrder.map(({ offset, path, message }) => {
    const { line, column } = lineAndColumn(text, offset);
    const where = pathText(path);
    return {
      message: verbatim(`${name}:${line}:${column} ${where === '' ? '' : `${where}: `}${message}`),
      members: [where === '' ? 'input' : where],
    };
  });
  const shown = (number: number) => (isCutShort ? `more than ${number - 1}` : number);
  const more = count - fields.length;
  const lines = [
    `${name} was refused and nothing was changed: it has ${count === 1 ? 'a fault' : `${shown(count)} faults`}.`,
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
    `it has ${inMebibytes(bytes)} MiB; at most ${inMebibytes(limit)} are read. Split it into several files.`,
  );

const inMebibytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
