import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { mayHave } from '#workbook-engine/field-faults.ts';
import type { FormReport } from './form-report.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { peek, type TableRow, take } from './read-table.ts';
import { takeWhole } from './take-whole.ts';

/** Whether one of our own forms says the bounds in columns of their own, beside the constraint. */
export const hasOwnBounds = (row: TableRow): boolean =>
  ['ronda:min', 'ronda:max', 'ronda:maxLength'].some((column) => peek(row, column) !== undefined);

/** The bounds of a question: those of its type, those of a range, and those that our own forms say. */
export const takeBounds = (
  { row, type }: FormNode,
  field: Field,
  { report }: { report: FormReport },
): void => {
  if (type.is === 'question' && type.bounds !== undefined) Object.assign(field, type.bounds);
  if (type.is === 'question' && type.special === 'range') Object.assign(field, takeRange(row, report));
  if (mayHave(field.type, 'min')) {
    for (const member of ['min', 'max'] as const) {
      const bound = takeBound(row, `ronda:${member}`, field.type, report);
      if (bound !== undefined) field[member] = bound;
    }
  }
  if (mayHave(field.type, 'maxLength')) {
    const maxLength = takeWhole(row, 'ronda:maxLength', { least: 1, most: workbookLimits.longText }, report);
    if (maxLength !== undefined) field.maxLength = maxLength;
  }
};

const LONGEST_BOUND = 40;

const takeBound = (
  row: TableRow,
  column: string,
  type: FieldType,
  report: FormReport,
): number | string | undefined => {
  const text = take(row, column);
  if (text === undefined) return undefined;
  if (type !== 'integer' && type !== 'decimal') return text.slice(0, LONGEST_BOUND);
  if (Number.isFinite(Number(text))) return Number(text);
  tellNoNumber(row, column, text, report);
  return undefined;
};

const tellNoNumber = (row: TableRow, column: string, text: string, report: FormReport) => {
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, column) };
  report.tell(place, 'value-refused', sentence`“${text}” is not a number.`);
};

const PARAMETER = /([^\s=,;]+)\s*=\s*([^\s=,;]+)/g;

/** `start=0 end=10 step=2`: only from where to where can be said here. */
const takeRange = (row: TableRow, report: FormReport): Pick<Field, 'type' | 'min' | 'max'> => {
  const text = take(row, 'parameters') ?? '';
  const parameters = new Map(
    [...text.matchAll(PARAMETER)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
  );
  const given = { start: '1', end: '10', step: '1' };
  for (const key of ['start', 'end', 'step'] as const) given[key] = parameters.get(key) ?? given[key];
  const wrong = Object.values(given).find((value) => !Number.isFinite(Number(value)));
  if (wrong !== undefined) {
    tellNoNumber(row, 'parameters', wrong, report);
    return { type: 'decimal' };
  }
  const [start, end, step] = [Number(given.start), Number(given.end), Number(given.step)];
  const range = {
    type: [start, end, step].every(Number.isInteger) ? ('integer' as const) : ('decimal' as const),
    min: Math.min(start, end),
    max: Math.max(start, end),
  };
  const rest = text
    .replaceAll(/\b(start|end)\s*=\s*[^\s=,;]+/gi, '')
    .replaceAll(/\bstep\s*=\s*1(\.0+)?(?=[\s,;]|$)/gi, '');
  if (/[^\s,;]/.test(rest)) {
    const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'parameters') };
    const message = sentence`Any ${range.type} from ${range.min} to ${range.max} is possible; the other parameters are left out.`;
    report.tell(place, 'not-carried-over', message);
  }
  return range;
};
