import type { Choice, LocalizedText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import type { FormReport } from './form-report.ts';
import { ATTRIBUTE_PREFIX } from './headings.ts';
import { consume, createRowLocation, type Table, type TableRow } from './read-table.ts';
import { reportUnusedCells } from './report-unused-cells.ts';

export type ChoiceList = {
  sheet: string;
  name: string;
  rows: TableRow[];
  choices: Choice[];
  /** The values in Ronda, by the names in the form. */
  values: ReadonlyMap<string, string>;
  /** The attribute names in Ronda, by the names in the form's choice filters, where `name` is the value. */
  attributes: ReadonlyMap<string, string>;
  isUsed: boolean;
};

export type ChoiceLists = ReadonlyMap<string, ChoiceList>;

export type ImportLabel = (row: TableRow) => LocalizedText | undefined;

export type ChoiceImportContext = { report: FormReport; allowDuplicates: boolean; importLabel: ImportLabel };

export const readChoices = (table: Table, context: ChoiceImportContext): ChoiceLists => {
  const { report } = context;
  const attributes = nameAttributes(table, report);
  const filterNames = new Map([['name', 'value'], ...attributes]);
  const rowsByList = new Map<string, TableRow[]>();
  for (const row of table.rows) {
    const list = consume(row, 'list_name');
    if (list === undefined) report.add(createRowLocation(row), 'row-ignored', msg`The row has no list name.`);
    else if (rowsByList.get(list)?.push(row) === undefined) rowsByList.set(list, [row]);
  }
  return new Map(
    [...rowsByList].map(([name, rows]) => {
      const list = { sheet: table.sheet, name, rows, attributes: filterNames, isUsed: false };
      return [name, { ...list, ...readList(rows, attributes, context) }];
    }),
  );
};

const readList = (
  rows: readonly TableRow[],
  attributes: ReadonlyMap<string, string>,
  { report, allowDuplicates, importLabel }: ChoiceImportContext,
): Pick<ChoiceList, 'choices' | 'values'> => {
  const values = new Map<string, string>();
  const choices = new Map<string, Choice>();
  for (const row of rows) {
    const name = consume(row, 'name');
    const value = parseRondaValue(consume(row, 'ronda:value')) ?? name;
    if (name === undefined || value === undefined) {
      const message = msg`The choice has no name, which is the value to store; it is not imported.`;
      report.add(createRowLocation(row), 'choice-invalid', message);
    } else if (value.length > workbookLimits.choiceValue) {
      const message = msg`The name of a choice may have at most ${workbookLimits.choiceValue} characters, but this one has ${value.length}.`;
      report.add(createRowLocation(row), 'choice-invalid', message);
    } else if (choices.has(value)) {
      const message = allowDuplicates
        ? msg`The list already has the choice “${name}”; the form allows duplicates, but Ronda does not.`
        : msg`The list already has the choice “${name}”.`;
      report.add(createRowLocation(row), 'choice-invalid', message);
    } else if (choices.size >= workbookLimits.choices) {
      const message = msg`A list may have at most ${workbookLimits.choices} choices.`;
      report.add(createRowLocation(row), 'too-many', message);
    } else {
      const label = importLabel(row);
      const attributeValues = importAttributes(row, attributes, report);
      choices.set(value, {
        value,
        ...(label !== undefined && { label }),
        ...(attributeValues && { attributes: attributeValues }),
      });
      if (!values.has(name)) values.set(name, value);
      reportUnusedCells(row, report, 'choice');
    }
  }
  return { choices: [...choices.values()], values };
};

const parseRondaValue = (text: string | undefined): string | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
};

const ATTRIBUTE_PATTERN = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${workbookLimits.fieldName - 1}}$`);

/** Returns attribute names by column heading. Replaces invalid names. */
const nameAttributes = ({ sheet, headings }: Table, report: FormReport): Map<string, string> => {
  const attributeHeadings = headings.filter(({ column }) => column.startsWith('attribute:'));
  const names = new Map<string, string>();
  const isFree = (name: string) => ATTRIBUTE_PATTERN.test(name) && ![...names.values()].includes(name);
  for (const { title } of attributeHeadings) {
    const requestedName = title.startsWith(ATTRIBUTE_PREFIX) ? title.slice(ATTRIBUTE_PREFIX.length) : title;
    if (names.size >= workbookLimits.choiceAttributes) {
      const message = msg`Choices may have at most ${workbookLimits.choiceAttributes} columns in addition to their labels; “${title}” is ignored.`;
      report.add({ sheet, column: title }, 'too-many', message);
    } else if (isFree(requestedName)) names.set(title, requestedName);
    else {
      const baseName =
        requestedName
          .replaceAll(/[^A-Za-z0-9]+/g, '_')
          .replace(/^[^A-Za-z]+/, '')
          .slice(0, 100) || 'attribute';
      let name = baseName;
      for (let number = 2; !isFree(name) || attributeHeadings.some((other) => other.title === name); number++)
        name = `${baseName}_${number}`;
      names.set(title, name);
      report.add({ sheet, column: title }, 'renamed', msg`The column “${title}” is renamed to ${name}.`);
    }
  }
  return names;
};

const importAttributes = (
  row: TableRow,
  attributes: ReadonlyMap<string, string>,
  report: FormReport,
): Record<string, string> | undefined => {
  const values: [string, string][] = [];
  for (const cell of row.cells) {
    if (!cell.heading.column.startsWith('attribute:')) continue;
    cell.isConsumed = true;
    const name = attributes.get(cell.heading.title);
    // Columns beyond the limit have no name and have already been reported.
    if (name === undefined) continue;
    if (cell.text.length <= workbookLimits.choiceValue) values.push([name, cell.text]);
    else {
      const message = msg`The text has ${cell.text.length} characters; at most ${workbookLimits.choiceValue} are allowed.`;
      report.add({ ...createRowLocation(row), column: cell.heading.title }, 'too-long', message);
    }
  }
  return values.length === 0 ? undefined : Object.fromEntries(values);
};
