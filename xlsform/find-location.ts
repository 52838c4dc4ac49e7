import type { Field } from '#contract/workbook-definition.ts';
import type { SheetLocation } from './form-report.ts';
import { createCellLocation, createRowLocation, type TableRow } from './read-table.ts';

/** Columns whose names differ from the property. */
const columns: Readonly<Record<string, string>> = {
  constraintMessage: 'constraint_message',
  choiceFilter: 'choice_filter',
  choices: 'type',
  failWhen: 'ronda:failWhen',
};

/** Finds the cell or row of a property in the definition by its path, such as `fields[2].fields[0].relevant`. */
export const findLocation = (
  fields: readonly Field[],
  rowsByField: ReadonlyMap<string, TableRow>,
  path: string,
): SheetLocation | undefined => {
  let field: Field | undefined;
  for (const [, position] of path.matchAll(/fields\[(\d+)\]/g))
    field = (field === undefined ? fields : field.fields)?.[Number(position)];
  const row = field === undefined ? undefined : rowsByField.get(field.name);
  if (row === undefined) return undefined;
  const [name = ''] = path.replace(/^(fields\[\d+\]\.?)*/, '').split(/[.[]/);
  const column = columns[name] ?? name;
  const hasCell = row.cells.some(({ heading }) => heading.column === column);
  return hasCell ? createCellLocation(row, column) : createRowLocation(row);
};
