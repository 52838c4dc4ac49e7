import { escapeXml } from './cell-xml.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const formatSheetPath = (number: number) => `worksheets/sheet${number}.xml`;

/** All parts except the sheets (ECMA-376). */
export const createWorkbookParts = (sheetNames: readonly string[]): [path: string, xml: string][] => [
  [
    'xl/workbook.xml',
    `${DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${DOCUMENT_NAMESPACE}"><sheets>${sheetNames
      .map(
        (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${sheetNames
      .map((_, index) => formatRelationship(`sheet${index + 1}`, 'worksheet', formatSheetPath(index + 1)))
      .join('')}${formatRelationship('styles', 'styles', 'styles.xml')}</Relationships>`,
  ],
  ['xl/styles.xml', STYLES],
  [
    '_rels/.rels',
    `${DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${formatRelationship('workbook', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  ],
  [
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      formatContentType('workbook.xml', 'sheet.main') +
      formatContentType('styles.xml', 'styles') +
      `${sheetNames.map((_, index) => formatContentType(formatSheetPath(index + 1), 'worksheet')).join('')}</Types>`,
  ],
];

const formatRelationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${DOCUMENT_NAMESPACE}/${type}" Target="${target}"/>`;

const formatContentType = (part: string, type: string) =>
  `<Override PartName="/xl/${part}" ContentType="${TYPE_PREFIX}.${type}+xml"/>`;

/** Cell formats are in the order of FORMATS in cell-xml.ts. */
const STYLES =
  `${DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="6">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
