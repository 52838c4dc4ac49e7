import { createZip } from './create-zip.ts';

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * Creates an .xlsx file from the XML of its sheets, even one that no spreadsheet app would write. `parts` lists files
 * to add or replace.
 */
export const createXlsx = (
  sheets: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer => {
  const names = Object.keys(sheets);
  const relationships = names.map(
    (_, index) =>
      `<Relationship Id="r${index}" Type="${RELATIONSHIPS_NAMESPACE}/worksheet" Target="worksheets/sheet${index}.xml"/>`,
  );
  const partRelationships = ['sharedStrings', 'styles']
    .filter((part) => `xl/${part}.xml` in parts)
    .map(
      (part) => `<Relationship Id="${part}" Type="${RELATIONSHIPS_NAMESPACE}/${part}" Target="${part}.xml"/>`,
    );
  const entries = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"/>`,
  );
  return createZip({
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${RELATIONSHIPS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relationships.join('')}${partRelationships.join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index}.xml`,
        `<worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  });
};

export const createRow = (row: number, ...texts: string[]): string =>
  `<row r="${row}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
