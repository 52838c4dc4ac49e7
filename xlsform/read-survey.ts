import { didYouMean } from '#i18n/did-you-mean.ts';
import { EMPTY_MESSAGE, type Message, msg } from '#i18n/message.ts';
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
import { consumeYesNo } from './yes-no.ts';

/** Includes unsupported questions, because other questions may refer to them. */
export type FormNode = {
  row: TableRow;
  type: Exclude<RowType, { kind: 'end' }>;
  parent: FormNode | undefined;
  children: FormNode[];
  formName: string | undefined;
  /** The field name; empty until names have been assigned. */
  name: string;
  /** The select for which `or_other` adds this text question. */
  orOtherSelect?: FormNode;
};

/** Questions nested deeper are moved up to the group at this depth. */
const MAX_DEPTH = 32;

/** Throws `MissingFormError` if there is no type column. */
export const readSurvey = (table: Table, report: FormReport): FormNode[] => {
  if (!table.headings.some(({ column }) => column === 'type'))
    throw new MissingFormError(
      msg`The survey of an XLSForm needs a column named type; the sheet “${table.sheet.slice(0, 31)}” has none.`,
    );
  const roots: FormNode[] = [];
  const openGroups: FormNode[] = [];
  const add = (node: FormNode) => (node.parent?.children ?? roots).push(node);

  for (const row of table.rows) {
    const type = readRowType(row, report);
    if (type === undefined) continue;
    if (type.kind === 'end') {
      closeGroup(row, type.container, openGroups.pop(), report);
      continue;
    }
    const node: FormNode = {
      row,
      type,
      parent: openGroups.at(Math.min(openGroups.length, MAX_DEPTH) - 1),
      children: [],
      formName: consume(row, 'name'),
      name: '',
    };
    add(node);
    if (type.kind === 'begin') openGroups.push(node);
    if (type.kind === 'unsupported') {
      const name = node.formName === undefined ? EMPTY_MESSAGE : msg` “${node.formName}”`;
      report.add(
        createRowLocation(row),
        'question-omitted',
        msg`The ${String(peek(row, 'type'))}${name} is not imported. ${type.reason}`,
      );
    }
    if (type.kind === 'select' && type.hasOther && type.source !== 'other-file') add(createOtherNode(node));
  }
  for (const { row, type } of openGroups) {
    const message = msg`The ${describeKind(type)} that starts here has no end; it includes all rows that follow.`;
    report.add(createCellLocation(row, 'type'), 'structure-invalid', message);
  }
  return roots;
};

export const describeKind = (type: RowType): Message =>
  'container' in type && type.container === 'repeat' ? msg`repeat` : msg`group`;

/** If the row is ignored, reports the reason and returns undefined. */
const readRowType = (row: TableRow, report: FormReport): RowType | undefined => {
  const location = createRowLocation(row);
  if (consumeYesNo(row, 'disabled')) {
    report.add(location, 'row-ignored', msg`The row is disabled.`);
    return undefined;
  }
  const typeText = consume(row, 'type');
  if (typeText === undefined) {
    const isQuestion = peek(row, 'name') !== undefined || peek(row, 'label') !== undefined;
    if (isQuestion) report.add(location, 'type-unknown', msg`The row has no type; it is ignored.`);
    else report.add(location, 'row-ignored', msg`The row has no type and no name, so it is ignored.`);
    return undefined;
  }
  const type = parseType(typeText);
  if (type !== undefined) return type;
  const hint = didYouMean(findNearestName(typeText, typeNames));
  report.add(
    location,
    'type-unknown',
    msg`The type “${typeText}” does not exist; the row is ignored.${hint}`,
  );
  return undefined;
};

const closeGroup = (
  row: TableRow,
  container: 'section' | 'repeat',
  openGroup: FormNode | undefined,
  report: FormReport,
): void => {
  if (openGroup === undefined) {
    const message = msg`No group or repeat is open here; the row is ignored.`;
    report.add(createRowLocation(row), 'structure-invalid', message);
    return;
  }
  if (openGroup.type.kind === 'begin' && openGroup.type.container !== container) {
    const message = msg`This row ends the ${describeKind(openGroup.type)} that starts in row ${openGroup.row.number}.`;
    report.add(createCellLocation(row, 'type'), 'structure-invalid', message);
  }
  if (peek(row, 'name') === openGroup.formName) consume(row, 'name');
  for (const { heading, isConsumed } of row.cells) {
    if (isConsumed) continue;
    const message = msg`This column is ignored at the end of a group or repeat.`;
    report.add({ ...createRowLocation(row), column: heading.title }, 'not-carried-over', message);
  }
};

const createOtherNode = (select: FormNode): FormNode => ({
  row: { sheet: select.row.sheet, number: select.row.number, cells: [] },
  type: { kind: 'question', type: 'text' },
  parent: select.parent,
  children: [],
  formName: `${select.formName ?? ''}_other`,
  name: '',
  orOtherSelect: select,
});
