import { NOTHING_MORE, type Sentence, sentence } from '#i18n/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import { MissingFormError } from './find-sheets.ts';
import type { FormReport } from './form-report.ts';
import { type RowType, readType, typeNames } from './question-types.ts';
import { consume, peek, type Table, type TableRow } from './read-table.ts';
import { isNo, isYes } from './yes-no.ts';

/** A question or group of the form, including those that are not imported, because others may refer to them. */
export type FormNode = {
  row: TableRow;
  type: Exclude<RowType, { is: 'end' }>;
  parent: FormNode | undefined;
  /** The questions of a group. */
  nodes: FormNode[];
  /** The name in the form. */
  written: string | undefined;
  /** The name of its field, once names are assigned. */
  name: string;
  /** The select with or_other to which this question belongs. */
  otherOf?: FormNode;
};

/** Maximum nesting of groups; deeper questions are moved to the deepest group. */
const DEEPEST = 32;

/** Reads the rows of the survey as a tree. Throws `MissingFormError` if there is no column for types. */
export const readSurvey = (table: Table, report: FormReport): FormNode[] => {
  if (!table.headings.some(({ column }) => column === 'type'))
    throw new MissingFormError(
      sentence`The survey of an XLSForm needs a column named type; the sheet “${table.sheet.slice(0, 31)}” has none.`,
    );
  const roots: FormNode[] = [];
  const open: FormNode[] = [];
  const add = (node: FormNode) => (node.parent?.nodes ?? roots).push(node);

  for (const row of table.rows) {
    const type = typeOf(row, report);
    if (type === undefined) continue;
    if (type.is === 'end') {
      closeGroup(row, type.container, open.pop(), report);
      continue;
    }
    const node: FormNode = {
      row,
      type,
      parent: open.at(Math.min(open.length, DEEPEST) - 1),
      nodes: [],
      written: consume(row, 'name'),
      name: '',
    };
    add(node);
    if (type.is === 'begin') open.push(node);
    if (type.is === 'lost') {
      const called = node.written === undefined ? NOTHING_MORE : sentence` “${node.written}”`;
      report.add(
        placeOf(row),
        'question-lost',
        sentence`The ${String(peek(row, 'type'))}${called} is not imported. ${type.reason}`,
      );
    }
    if (type.is === 'select' && type.hasOther && type.source !== 'elsewhere') add(otherNode(node));
  }
  for (const { row, type } of open) {
    const message = sentence`The ${kindOf(type)} that starts here has no end; it includes all rows that follow.`;
    report.add({ ...placeOf(row), column: columnOf(row, 'type') }, 'structure-invalid', message);
  }
  return roots;
};

const placeOf = ({ sheet, number }: TableRow) => ({ sheet, row: number });

/** The title of a column, for a row that has a cell in it. */
export const columnOf = (row: TableRow, column: string): string =>
  row.cells.find(({ heading }) => heading.column === column)?.heading.title ?? column;

export const kindOf = (type: RowType): Sentence =>
  'container' in type && type.container === 'repeat' ? sentence`repeat` : sentence`group`;

/** The type of a row; undefined if it is ignored, which is reported. */
const typeOf = (row: TableRow, report: FormReport): RowType | undefined => {
  const place = placeOf(row);
  const disabled = peek(row, 'disabled');
  if (disabled !== undefined && isYes(disabled)) {
    report.add(place, 'row-ignored', sentence`The row is disabled.`);
    return undefined;
  }
  if (disabled !== undefined && isNo(disabled)) consume(row, 'disabled');
  const written = consume(row, 'type');
  if (written === undefined) {
    const isQuestion = peek(row, 'name') !== undefined || peek(row, 'label') !== undefined;
    if (isQuestion) report.add(place, 'type-unknown', sentence`The row has no type; it is ignored.`);
    else report.add(place, 'row-ignored', sentence`The row has no type and no name, so it is ignored.`);
    return undefined;
  }
  const type = readType(written);
  if (type !== undefined) return type;
  const nearest = nearestName(written, typeNames);
  const hint = nearest === undefined ? NOTHING_MORE : sentence` Did you mean ${nearest}?`;
  report.add(
    place,
    'type-unknown',
    sentence`The type “${written}” does not exist; the row is ignored.${hint}`,
  );
  return undefined;
};

const closeGroup = (
  row: TableRow,
  container: 'section' | 'repeat',
  started: FormNode | undefined,
  report: FormReport,
): void => {
  const place = { ...placeOf(row), column: columnOf(row, 'type') };
  if (started === undefined) {
    report.add(
      placeOf(row),
      'structure-invalid',
      sentence`No group or repeat is open here; the row is ignored.`,
    );
    return;
  }
  if (started.type.is === 'begin' && started.type.container !== container) {
    const message = sentence`This row ends the ${kindOf(started.type)} that starts in row ${started.row.number}.`;
    report.add(place, 'structure-invalid', message);
  }
  if (peek(row, 'name') === started.written) consume(row, 'name');
  for (const { heading, isConsumed } of row.cells) {
    if (isConsumed) continue;
    const message = sentence`This column is ignored at the end of a group or repeat.`;
    report.add({ ...placeOf(row), column: heading.title }, 'not-carried-over', message);
  }
};

/** The text question that `or_other` adds. */
const otherNode = (select: FormNode): FormNode => ({
  row: { sheet: select.row.sheet, number: select.row.number, cells: [] },
  type: { is: 'question', type: 'text' },
  parent: select.parent,
  nodes: [],
  written: `${select.written ?? ''}_other`,
  name: '',
  otherOf: select,
});
