import { didYouMean } from '#i18n/did-you-mean.ts';
import { EMPTY_SENTENCE, type Sentence, sentence } from '#i18n/sentence.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import { MissingFormError } from './find-sheets.ts';
import type { FormReport } from './form-report.ts';
import { parseType, type RowType, typeNames } from './question-types.ts';
import {
  consume,
  createCellLocation,
  createRowLocation,
  peek,
  type Table,
  type TableRow,
} from './read-table.ts';
import { isNo, isYes } from './yes-no.ts';

/** A question or group in the form. Unsupported questions are included, because other questions may refer to them. */
export type FormNode = {
  row: TableRow;
  type: Exclude<RowType, { kind: 'end' }>;
  parent: FormNode | undefined;
  children: FormNode[];
  formName: string | undefined;
  /** The field name; empty until names have been assigned. */
  name: string;
  /** The select with or_other that this question belongs to. */
  otherOf?: FormNode;
};

/** The maximum nesting of groups. Questions below that are moved to the deepest group. */
const MAX_DEPTH = 32;

/** Reads the survey rows as a tree. Throws `MissingFormError` if there is no type column. */
export const readSurvey = (table: Table, report: FormReport): FormNode[] => {
  if (!table.headings.some(({ column }) => column === 'type'))
    throw new MissingFormError(
      sentence`The survey of an XLSForm needs a column named type; the sheet “${table.sheet.slice(0, 31)}” has none.`,
    );
  const roots: FormNode[] = [];
  const open: FormNode[] = [];
  const add = (node: FormNode) => (node.parent?.children ?? roots).push(node);

  for (const row of table.rows) {
    const type = readRowType(row, report);
    if (type === undefined) continue;
    if (type.kind === 'end') {
      closeGroup(row, type.container, open.pop(), report);
      continue;
    }
    const node: FormNode = {
      row,
      type,
      parent: open.at(Math.min(open.length, MAX_DEPTH) - 1),
      children: [],
      formName: consume(row, 'name'),
      name: '',
    };
    add(node);
    if (type.kind === 'begin') open.push(node);
    if (type.kind === 'unsupported') {
      const name = node.formName === undefined ? EMPTY_SENTENCE : sentence` “${node.formName}”`;
      report.add(
        createRowLocation(row),
        'question-lost',
        sentence`The ${String(peek(row, 'type'))}${name} is not imported. ${type.reason}`,
      );
    }
    if (type.kind === 'select' && type.hasOther && type.source !== 'other-file') add(createOtherNode(node));
  }
  for (const { row, type } of open) {
    const message = sentence`The ${describeKind(type)} that starts here has no end; it includes all rows that follow.`;
    report.add(createCellLocation(row, 'type'), 'structure-invalid', message);
  }
  return roots;
};

export const describeKind = (type: RowType): Sentence =>
  'container' in type && type.container === 'repeat' ? sentence`repeat` : sentence`group`;

/** Parses a row's type. If the row is ignored, reports the reason and returns undefined. */
const readRowType = (row: TableRow, report: FormReport): RowType | undefined => {
  const location = createRowLocation(row);
  const disabled = peek(row, 'disabled');
  if (disabled !== undefined && isYes(disabled)) {
    report.add(location, 'row-ignored', sentence`The row is disabled.`);
    return undefined;
  }
  if (disabled !== undefined && isNo(disabled)) consume(row, 'disabled');
  const typeText = consume(row, 'type');
  if (typeText === undefined) {
    const isQuestion = peek(row, 'name') !== undefined || peek(row, 'label') !== undefined;
    if (isQuestion) report.add(location, 'type-unknown', sentence`The row has no type; it is ignored.`);
    else report.add(location, 'row-ignored', sentence`The row has no type and no name, so it is ignored.`);
    return undefined;
  }
  const type = parseType(typeText);
  if (type !== undefined) return type;
  const hint = didYouMean(findNearestName(typeText, typeNames));
  report.add(
    location,
    'type-unknown',
    sentence`The type “${typeText}” does not exist; the row is ignored.${hint}`,
  );
  return undefined;
};

const closeGroup = (
  row: TableRow,
  container: 'section' | 'repeat',
  openGroup: FormNode | undefined,
  report: FormReport,
): void => {
  const location = createCellLocation(row, 'type');
  if (openGroup === undefined) {
    report.add(
      createRowLocation(row),
      'structure-invalid',
      sentence`No group or repeat is open here; the row is ignored.`,
    );
    return;
  }
  if (openGroup.type.kind === 'begin' && openGroup.type.container !== container) {
    const message = sentence`This row ends the ${describeKind(openGroup.type)} that starts in row ${openGroup.row.number}.`;
    report.add(location, 'structure-invalid', message);
  }
  if (peek(row, 'name') === openGroup.formName) consume(row, 'name');
  for (const { heading, isConsumed } of row.cells) {
    if (isConsumed) continue;
    const message = sentence`This column is ignored at the end of a group or repeat.`;
    report.add({ ...createRowLocation(row), column: heading.title }, 'not-carried-over', message);
  }
};

/** The text question added by `or_other`. */
const createOtherNode = (select: FormNode): FormNode => ({
  row: { sheet: select.row.sheet, number: select.row.number, cells: [] },
  type: { kind: 'question', type: 'text' },
  parent: select.parent,
  children: [],
  formName: `${select.formName ?? ''}_other`,
  name: '',
  otherOf: select,
});
