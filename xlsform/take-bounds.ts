import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
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
  const isNumber = field.type === 'integer' || field.type === 'decimal';
  if (isNumber || ['date', 'time', 'dateTime'].includes(field.type)) {
    for (const member of ['min', 'max'] as const) {
      const text = take(row, `ronda:${member}`);
      if (text === undefined) continue;
      const bound = isNumber ? Number(text) : text.slice(0, 40);
      if (Number.isNaN(bound)) tellValue(row, `ronda:${member}`, text, 'a number', report);
      else field[member] = bound;
    }
  }
  if (field.type === 'text' || field.type === 'longText' || field.type === 'barcode') {
    const maxLength = takeWhole(row, 'ronda:maxLength', { least: 1, most: workbookLimits.longText }, report);
    if (maxLength !== undefined) field.maxLength = maxLength;
  }
};

const tellValue = (row: TableRow, column: string, text: string, right: string, report: FormReport) => {
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, column) };
  report.tell(place, 'value-refused', `“${text}” is not ${right}.`);
};

/** `start=0 end=10 step=2`: the step cannot be said here, so the parameters are told of unless it is one. */
const takeRange = (row: TableRow, report: FormReport): Pick<Field, 'type' | 'min' | 'max'> => {
  const given = { start: '1', end: '10', step: '1', ...readParameters(peek(row, 'parameters') ?? '') };
  const numbers = [given.start, given.end, given.step].map(Number);
  const wrong = [given.start, given.end, given.step].find((text) => !Number.isFinite(Number(text)));
  if (wrong !== undefined) {
    tellValue(row, 'parameters', wrong, 'a number', report);
    take(row, 'parameters');
    return { type: 'decimal' };
  }
  const [start = 1, end = 10, step = 1] = numbers;
  const { start: _start, end: _end, step: _step, ...others } = given;
  const type = numbers.every(Number.isInteger) ? 'integer' : 'decimal';
  if (peek(row, 'parameters') !== undefined && step === 1 && Object.keys(others).length === 0)
    take(row, 'parameters');
  else if (peek(row, 'parameters') !== undefined) {
    const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'parameters') };
    take(row, 'parameters');
    const message = `Any ${type} from ${Math.min(start, end)} to ${Math.max(start, end)} is possible; the other parameters are left out.`;
    report.tell(place, 'not-carried-over', message);
  }
  return { type, min: Math.min(start, end), max: Math.max(start, end) };
};

const readParameters = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([^\s=,;]+)\s*=\s*([^\s=,;]+)/g)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      value,
    ]),
  );
