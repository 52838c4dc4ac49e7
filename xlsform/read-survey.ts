import { NOTHING_MORE, sentence } from '#sentences/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import { NoForm } from './find-sheets.ts';
import type { FormReport } from './form-report.ts';
import { type RowType, readType, typeNames } from './question-types.ts';
import { peek, type Table, type TableRow, take } from './read-table.ts';
import { isNo, isYes } from './yes-no.ts';

/** A question of the form, or a group of questions; one that is not carried over too, for others may refer to it. */
export type FormNode = {
  row: TableRow;
  type: Exclude<RowType, { is: 'end' }>;
  parent: FormNode | undefined;
  /** What is in a group. */
  nodes: FormNode[];
  /** The name that the form gives it. */
  written: string | undefined;
  /** The name of its field, once names are given. */
  name: string;
  /** The select of which it asks the other answer. */
  otherOf?: FormNode;
};

/** Levels of groups within groups; what is deeper is in the deepest of them. */
const DEEPEST = 32;

/** The rows of the survey as a tree. Throws `NoForm` where nothing has a type. */
export const readSurvey = (table: Table, report: FormReport): FormNode[] => {
  if (!table.headings.some(({ column }) => column === 'type'))
    throw new NoForm(
      sentence`The survey of an XLSForm has a column named type; the sheet “${table.sheet.slice(0, 31)}” has none.`,
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
      written: take(row, 'name'),
      name: '',
    };
    add(node);
    if (type.is === 'begin') open.push(node);
    if (type.is === 'lost') {
      const called = node.written === undefined ? '' : ` “${node.written}”`;
      report.tell(
        placeOf(row),
        'question-lost',
        sentence`The ${String(peek(row, 'type')) + called} is left out. ${type.why}`,
      );
    }
    if (type.is === 'select' && type.hasOther && type.source !== 'elsewhere') add(otherNode(node));
  }
  for (const { row, type } of open) {
    const message = sentence`The ${kindOf(type)} that begins here never ends; everything after it is in it.`;
    report.tell({ ...placeOf(row), column: columnOf(row, 'type') }, 'structure-broken', message);
  }
  return roots;
};

const placeOf = ({ sheet, number }: TableRow) => ({ sheet, row: number });

/** The title of a column, for a row that has a cell in it. */
export const columnOf = (row: TableRow, column: string): string =>
  row.cells.find(({ heading }) => heading.column === column)?.heading.title ?? column;

const kindOf = (type: RowType) =>
  'container' in type && type.container === 'repeat' ? sentence`repeat` : sentence`group`;

/** The type of a row that counts; of the others is told why they do not. */
const typeOf = (row: TableRow, report: FormReport): RowType | undefined => {
  const place = placeOf(row);
  const disabled = peek(row, 'disabled');
  if (disabled !== undefined && isYes(disabled)) {
    report.tell(place, 'row-ignored', sentence`The row is disabled.`);
    return undefined;
  }
  if (disabled !== undefined && isNo(disabled)) take(row, 'disabled');
  const written = take(row, 'type');
  if (written === undefined) {
    const isQuestion = peek(row, 'name') !== undefined || peek(row, 'label') !== undefined;
    if (isQuestion) report.tell(place, 'type-unknown', sentence`The row has no type, and is left out.`);
    else report.tell(place, 'row-ignored', sentence`The row has neither type nor name: it is a comment.`);
    return undefined;
  }
  const type = readType(written);
  if (type !== undefined) return type;
  const nearest = nearestName(written, typeNames);
  const hint = nearest === undefined ? NOTHING_MORE : sentence` Did you mean ${nearest}?`;
  report.tell(place, 'type-unknown', sentence`There is no type “${written}”; the row is left out.${hint}`);
  return undefined;
};

const closeGroup = (
  row: TableRow,
  container: 'section' | 'repeat',
  begun: FormNode | undefined,
  report: FormReport,
): void => {
  const place = { ...placeOf(row), column: columnOf(row, 'type') };
  if (begun === undefined) {
    report.tell(
      placeOf(row),
      'structure-broken',
      sentence`There is nothing here that could end; the row is left out.`,
    );
    return;
  }
  if (begun.type.is === 'begin' && begun.type.container !== container) {
    const message = sentence`What ends here is the ${kindOf(begun.type)} that begins in row ${begun.row.number}, and so it is taken.`;
    report.tell(place, 'structure-broken', message);
  }
  if (peek(row, 'name') === begun.written) take(row, 'name');
  for (const { heading, isTaken } of row.cells) {
    if (isTaken) continue;
    const message = sentence`The end of a group or repeat has nothing to say but that.`;
    report.tell({ ...placeOf(row), column: heading.title }, 'not-carried-over', message);
  }
};

/** `or_other` asks in a question of its own what the other is. */
const otherNode = (select: FormNode): FormNode => ({
  row: { sheet: select.row.sheet, number: select.row.number, cells: [] },
  type: { is: 'question', type: 'text' },
  parent: select.parent,
  nodes: [],
  written: `${select.written ?? ''}_other`,
  name: '',
  otherOf: select,
});
