import type { Choice, LocalText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { FormReport } from './form-report.ts';
import { ATTRIBUTE_PREFIX } from './headings.ts';
import { type Table, type TableCell, type TableRow, take } from './read-table.ts';
import { tellRest } from './tell-rest.ts';

/** A list of choices of the form. */
export type ChoiceList = {
  sheet: string;
  name: string;
  rows: TableRow[];
  choices: Choice[];
  /** Values as they are here, by the names that the form gives them. */
  values: ReadonlyMap<string, string>;
  /** Names of attributes by what a choice filter of the form calls them; the value is `name` there. */
  attributes: ReadonlyMap<string, string>;
  isUsed: boolean;
};

export type ChoiceLists = ReadonlyMap<string, ChoiceList>;

/** How a label is made of its cells. */
export type TakeLabel = (row: TableRow) => LocalText | undefined;

export type ReadingChoices = { report: FormReport; allowDuplicates: boolean; takeLabel: TakeLabel };

/** The lists of a sheet of choices by their names. */
export const readChoices = (table: Table, reading: ReadingChoices): ChoiceLists => {
  const { report } = reading;
  const attributes = nameAttributes(table, report);
  const filterNames = new Map([['name', 'value'], ...attributes]);
  const rowsOf = new Map<string, TableRow[]>();
  for (const row of table.rows) {
    const list = take(row, 'list_name');
    if (list === undefined) tellRow(row, report, 'row-ignored', sentence`The row names no list.`);
    else if (rowsOf.get(list)?.push(row) === undefined) rowsOf.set(list, [row]);
  }
  return new Map(
    [...rowsOf].map(([name, rows]) => {
      const { choices, values } = readList(rows, attributes, reading);
      const list = {
        sheet: table.sheet,
        name,
        rows,
        choices,
        values,
        attributes: filterNames,
        isUsed: false,
      };
      return [name, list];
    }),
  );
};

const tellRow = (
  { sheet, number }: TableRow,
  report: FormReport,
  code: 'row-ignored' | 'choice-refused' | 'too-many',
  message: Sentence,
) => report.tell({ sheet, row: number }, code, message);

const readList = (
  rows: readonly TableRow[],
  attributes: ReadonlyMap<string, string>,
  { report, allowDuplicates, takeLabel }: ReadingChoices,
): Pick<ChoiceList, 'choices' | 'values'> => {
  const values = new Map<string, string>();
  const choices = new Map<string, Choice>();
  for (const row of rows) {
    const name = take(row, 'name');
    const value = ownValue(take(row, 'ronda:value')) ?? name;
    if (name === undefined || value === undefined) {
      tellRow(
        row,
        report,
        'choice-refused',
        sentence`The choice has no name, which is what is stored; it is left out.`,
      );
    } else if (value.length > workbookLimits.choiceValue) {
      const message = sentence`A choice may have ${workbookLimits.choiceValue} characters, this one has ${value.length}.`;
      tellRow(row, report, 'choice-refused', message);
    } else if (choices.has(value)) {
      const message = allowDuplicates
        ? sentence`The list has the choice “${name}” already, which the form allows and Ronda does not.`
        : sentence`The list has the choice “${name}” already.`;
      tellRow(row, report, 'choice-refused', message);
    } else if (choices.size >= workbookLimits.choices) {
      tellRow(row, report, 'too-many', sentence`A list may have ${workbookLimits.choices} choices.`);
    } else {
      const label = takeLabel(row);
      const own = takeAttributes(row, attributes, report);
      choices.set(value, { value, ...(label !== undefined && { label }), ...(own && { attributes: own }) });
      if (!values.has(name)) values.set(name, value);
      tellRest(row, report, 'choice');
    }
  }
  return { choices: [...choices.values()], values };
};

/** The value of a choice of one of our own forms, in JSON, where its name there is another. */
const ownValue = (text: string | undefined): string | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
};

const ATTRIBUTE = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${workbookLimits.fieldName - 1}}$`);

/** The author's own columns by their headings: as they are, or by a name that Ronda takes. */
const nameAttributes = ({ sheet, headings }: Table, report: FormReport): Map<string, string> => {
  const own = headings.filter(({ column }) => column.startsWith('attribute:'));
  const names = new Map<string, string>();
  const isFree = (name: string) => ATTRIBUTE.test(name) && ![...names.values()].includes(name);
  for (const { title } of own) {
    const wanted = title.startsWith(ATTRIBUTE_PREFIX) ? title.slice(ATTRIBUTE_PREFIX.length) : title;
    if (names.size >= workbookLimits.choiceAttributes) {
      const message = sentence`Choices may have ${workbookLimits.choiceAttributes} columns beside their labels; “${title}” is left out.`;
      report.tell({ sheet, column: title }, 'too-many', message);
    } else if (isFree(wanted)) names.set(title, wanted);
    else {
      const base =
        wanted
          .replaceAll(/[^A-Za-z0-9]+/g, '_')
          .replace(/^[^A-Za-z]+/, '')
          .slice(0, 100) || 'attribute';
      let name = base;
      for (let number = 2; !isFree(name) || own.some((other) => other.title === name); number++)
        name = `${base}_${number}`;
      names.set(title, name);
      report.tell(
        { sheet, column: title },
        'renamed',
        sentence`The column “${title}” is called ${name} here.`,
      );
    }
  }
  return names;
};

const takeAttributes = (
  row: TableRow,
  attributes: ReadonlyMap<string, string>,
  report: FormReport,
): Record<string, string> | undefined => {
  const own: [string, string][] = [];
  for (const cell of row.cells) {
    if (!cell.heading.column.startsWith('attribute:')) continue;
    cell.isTaken = true;
    const name = attributes.get(cell.heading.title);
    // Of a column without a name it was told already that there are too many.
    if (name === undefined) continue;
    if (cell.text.length <= workbookLimits.choiceValue) own.push([name, cell.text]);
    else {
      const message = sentence`It has ${cell.text.length} characters; ${workbookLimits.choiceValue} are the most.`;
      report.tell(placeOf(row, cell), 'too-long', message);
    }
  }
  return own.length === 0 ? undefined : Object.fromEntries(own);
};

const placeOf = ({ sheet, number }: TableRow, { heading }: TableCell) => ({
  sheet,
  row: number,
  column: heading.title,
});
