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
  /** For a text question that `or_other` adds: the select with `or_other`. */
  orOtherSelect?: FormNode;
};

/** The maximum nesting of groups. Questions that are nested more deeply are moved to the group at this depth. */
const MAX_DEPTH = 32;

/** Reads the survey rows as a tree. Throws `MissingFormError` if there is no type column. */
export const readSurvey = (table: Table, report: FormReport): FormNode[] => {
  if (!table.headings.some(({ column }) => column === 'type'))
    throw new MissingFormError(
      sentence`The survey of an XLSForm needs a column named type; the sheet “${table.sheet.slice(0, 31)}” has none.`,
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
      const name = node.formName === undefined ? EMPTY_SENTENCE : sentence` “${node.formName}”`;
      report.add(
        createRowLocation(row),
        'question-omitted',
        sentence`The ${String(peek(row, 'type'))}${name} is not imported. ${type.reason}`,
      );
    }
    if (type.kind === 'select' && type.hasOther && type.source !== 'other-file') add(createOtherNode(node));
  }
  for (const { row, type } of openGroups) {
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
  const disabledText = peek(row, 'disabled');
  if (disabledText !== undefined && isYes(disabledText)) {
    report.add(location, 'row-ignored', sentence`The row is disabled.`);
    return undefined;
  }
  if (disabledText !== undefined && isNo(disabledText)) consume(row, 'disabled');
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

/** Creates the text question that `or_other` adds. */
const createOtherNode = (select: FormNode): FormNode => ({
  row: { sheet: select.row.sheet, number: select.row.number, cells: [] },
  type: { kind: 'question', type: 'text' },
  parent: select.parent,
  children: [],
  formName: `${select.formName ?? ''}_other`,
  name: '',
  orOtherSelect: select,
});
