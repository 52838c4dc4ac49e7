import type { Field } from '#contract/workbook-definition.ts';
import type { SheetLocation } from './form-report.ts';
import { cellLocation, rowLocation, type TableRow } from './read-table.ts';

/** Columns whose names differ from the names of the members. */
const columns: Readonly<Record<string, string>> = {
  constraintMessage: 'constraint_message',
  choiceFilter: 'choice_filter',
  choices: 'type',
  failWhen: 'ronda:failWhen',
};

/** Finds the cell or row of a member of the definition by its path, such as `fields[2].fields[0].relevant`. */
export const findLocation = (
  fields: readonly Field[],
  rowOf: ReadonlyMap<string, TableRow>,
  path: string,
): SheetLocation | undefined => {
  let field: Field | undefined;
  const member = path.replaceAll(/fields\[(\d+)\]\.?/g, (_, position: string) => {
    field = (field === undefined ? fields : field.fields)?.[Number(position)];
    return '';
  });
  const row = field === undefined ? undefined : rowOf.get(field.name);
  if (row === undefined) return undefined;
  const [name = ''] = member.split(/[.[]/);
  const column = columns[name] ?? name;
  const hasCell = row.cells.some(({ heading }) => heading.column === column);
  return hasCell ? cellLocation(row, column) : rowLocation(row);
};
