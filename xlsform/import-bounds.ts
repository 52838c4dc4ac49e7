import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import { canHaveProperty } from '#workbook-engine/field-issues.ts';
import type { FormReport } from './form-report.ts';
import { importInteger } from './import-integer.ts';
import type { FormNode } from './read-survey.ts';
import { consume, createCellLocation, peek, type TableRow } from './read-table.ts';

export const hasRondaBounds = (row: TableRow): boolean =>
  ['ronda:min', 'ronda:max', 'ronda:maxLength'].some((column) => peek(row, column) !== undefined);

/** Bounds come from the type, the parameters of a range, and Ronda's own columns. */
export const importBounds = (
  { row, type }: FormNode,
  field: Field,
  { report }: { report: FormReport },
): void => {
  if (type.kind === 'question' && type.bounds !== undefined) Object.assign(field, type.bounds);
  if (type.kind === 'question' && type.specialType === 'range')
    Object.assign(field, importRange(row, report));
  if (canHaveProperty(field.type, 'min')) {
    for (const property of ['min', 'max'] as const) {
      const bound = importBound(row, `ronda:${property}`, field.type, report);
      if (bound !== undefined) field[property] = bound;
    }
  }
  if (canHaveProperty(field.type, 'maxLength')) {
    const maxLength = importInteger(row, 'ronda:maxLength', { min: 1, max: workbookLimits.longText }, report);
    if (maxLength !== undefined) field.maxLength = maxLength;
  }
};

const MAX_BOUND_LENGTH = 40;

const importBound = (
  row: TableRow,
  column: string,
  type: FieldType,
  report: FormReport,
): number | string | undefined => {
  const text = consume(row, column);
  if (text === undefined) return undefined;
  if (type !== 'integer' && type !== 'decimal') return text.slice(0, MAX_BOUND_LENGTH);
  if (Number.isFinite(Number(text))) return Number(text);
  report.add(createCellLocation(row, column), 'value-invalid', describeNotANumber(text));
  return undefined;
};

const describeNotANumber = (text: string) => msg`“${text}” is not a number.`;

const PARAMETER_PATTERN = /([^\s=,;]+)\s*=\s*([^\s=,;]+)/g;

/** Ronda supports only the start and end of a range such as `start=0 end=10 step=2`. */
const importRange = (row: TableRow, report: FormReport): Pick<Field, 'type' | 'min' | 'max'> => {
  const text = consume(row, 'parameters') ?? '';
  const parameters = new Map(
    [...text.matchAll(PARAMETER_PATTERN)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
  );
  const read = (key: string, defaultText: string) => parameters.get(key) ?? defaultText;
  const values = [read('start', '1'), read('end', '10'), read('step', '1')];
  const invalidText = values.find((text) => !Number.isFinite(Number(text)));
  if (invalidText !== undefined) {
    report.add(createCellLocation(row, 'parameters'), 'value-invalid', describeNotANumber(invalidText));
    return { type: 'decimal' };
  }
  const [start, end, step] = values.map(Number) as [number, number, number];
  const range = {
    type: [start, end, step].every(Number.isInteger) ? ('integer' as const) : ('decimal' as const),
    min: Math.min(start, end),
    max: Math.max(start, end),
  };
  const otherParameters = text
    .replaceAll(/\b(start|end)\s*=\s*[^\s=,;]+/gi, '')
    .replaceAll(/\bstep\s*=\s*1(\.0+)?(?=[\s,;]|$)/gi, '');
  if (/[^\s,;]/.test(otherParameters)) {
    const message = msg`Any ${range.type} from ${range.min} to ${range.max} is allowed; other parameters are ignored.`;
    report.add(createCellLocation(row, 'parameters'), 'not-carried-over', message);
  }
  return range;
};
