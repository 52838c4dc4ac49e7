import { posix } from 'node:path';
import { type Message, msg } from '#i18n/message.ts';
import { decodeText, detectTimeKind, type TimeKind } from './cell-text.ts';
import { readSharedStrings, readSheet, type SheetCell, type SheetContext } from './read-sheet.ts';
import { readXml } from './read-xml.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { openZip, type ZipFile } from './zip-file.ts';

export type SpreadsheetSheet = { name: string; cells: SheetCell[] };

/** Files over these limits are rejected, because they would need too much memory. */
export const spreadsheetLimits = {
  /** The number of uncompressed bytes read. A million empty rows take up to 80 MB. */
  unpacked: 256 * 1024 * 1024,
  /** The number of characters in the shared strings, and in each sheet's cells. */
  text: 16 * 1024 * 1024,
  /** The number of non-empty cells in the sheets that are read. */
  cells: 250_000,
  sheets: 200,
} as const;

/**
 * Returns the cells of all required sheets, or of the only sheet that is neither empty nor ignored. For every other
 * sheet, returns at most one cell, which shows that the sheet is not empty.
 */
export const readSpreadsheet = async (
  bytes: Buffer,
  isRequired: (sheetName: string) => boolean,
  isIgnored: (sheetName: string) => boolean = () => false,
): Promise<SpreadsheetSheet[]> => {
  rejectOtherFormats(bytes);
  const zip = openZip(bytes, spreadsheetLimits.unpacked);
  const workbook = await readWorkbook(zip);
  const { sharedStrings, styles, is1904 } = workbook;
  const context: SheetContext = {
    sharedStrings:
      sharedStrings === undefined
        ? []
        : await readSharedStrings(zip.unpack(sharedStrings), spreadsheetLimits.text),
    timeKindsByStyle: styles === undefined ? [] : await readTimeKinds(zip, styles),
    is1904,
  };
  const sheets: SpreadsheetSheet[] = [];
  let remaining: number = spreadsheetLimits.cells;
  const readCells = async (part: string, isIncluded: boolean): Promise<SheetCell[]> => {
    const cells = await readSheet(
      zip.unpack(part),
      context,
      isIncluded ? remaining : 0,
      spreadsheetLimits.text,
    );
    if (isIncluded) remaining -= cells.length;
    if (remaining < 0)
      throw new UnreadableFileError(
        msg`The file is too large: it has more than ${spreadsheetLimits.cells} cells.`,
      );
    return cells;
  };
  for (const { name, part } of workbook.sheets)
    sheets.push({ name, cells: await readCells(part, isRequired(name)) });

  const [onlySheet, ...otherSheets] = sheets.filter(({ name, cells }) => !isIgnored(name) && !isBlank(cells));
  if (onlySheet !== undefined && otherSheets.length === 0 && !isRequired(onlySheet.name))
    onlySheet.cells = await readCells(workbook.sheets[sheets.indexOf(onlySheet)]!.part, true);
  return sheets;
};

const isBlank = (cells: readonly SheetCell[]): boolean => cells.every(({ text }) => text.trim() === '');

/** Old .xls files and password-protected files start with d0cf11e0; an .xlsx file is a zip archive (PK). */
const rejectOtherFormats = (bytes: Buffer): void => {
  if (bytes.length === 0) throw new UnreadableFileError(msg`The file is empty.`);
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    throw new UnreadableFileError(
      msg`The file is an old .xls file or has a password. Save it as .xlsx without a password.`,
    );
  }
  if (bytes.toString('latin1', 0, 2) !== 'PK')
    throw new UnreadableFileError(msg`The file is not an .xlsx file.`);
};

type Workbook = {
  sheets: { name: string; part: string }[];
  sharedStrings: string | undefined;
  styles: string | undefined;
  is1904: boolean;
};

const readWorkbook = async (zip: ZipFile): Promise<Workbook> => {
  const rootRelationships = zip.has('_rels/.rels') ? await readRelationships(zip, '_rels/.rels', '') : [];
  const mainPart =
    rootRelationships.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!zip.has(mainPart) || !/\.xml$/i.test(mainPart))
    throw new UnreadableFileError(describeOtherFormat(zip));
  const folder = posix.dirname(mainPart);
  const relationships = await readRelationships(
    zip,
    `${folder}/_rels/${posix.basename(mainPart)}.rels`,
    folder,
  );
  const findPart = (type: string) =>
    relationships.find((relation) => relation.type === type && zip.has(relation.target))?.target;

  const workbook: Workbook = {
    sheets: [],
    sharedStrings: findPart('sharedStrings'),
    styles: findPart('styles'),
    is1904: false,
  };
  const worksheets = new Map(
    relationships.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]),
  );
  await readXml(zip.unpack(mainPart), {
    open: (name, attribute) => {
      if (name === 'workbookPr') workbook.is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const part = worksheets.get(attribute('id') ?? '');
      if (workbook.sheets.length >= spreadsheetLimits.sheets)
        throw new UnreadableFileError(msg`The file has more than ${spreadsheetLimits.sheets} sheets.`);
      // Chart sheets have no cells.
      if (part !== undefined) workbook.sheets.push({ name: decodeText(attribute('name') ?? ''), part });
    },
  });
  if (workbook.sheets.length === 0) throw new UnreadableFileError(describeOtherFormat(zip));
  return workbook;
};

const describeOtherFormat = (zip: ZipFile): Message => {
  if (zip.has('word/document.xml')) return msg`The file is a Word document, not a spreadsheet.`;
  if (zip.has('ppt/presentation.xml')) return msg`The file is a presentation, not a spreadsheet.`;
  if (zip.has('xl/workbook.bin')) return msg`The file is a binary .xlsb file. Save it as .xlsx.`;
  if (zip.has('content.xml')) return msg`The file is an OpenDocument file. Save it as .xlsx.`;
  return msg`The file is a zip archive, not an .xlsx file.`;
};

type Relationship = { id: string; type: string; target: string };

const readRelationships = async (zip: ZipFile, part: string, folder: string): Promise<Relationship[]> => {
  const relationships: Relationship[] = [];
  await readXml(zip.unpack(part), {
    open: (name, attribute) => {
      if (name !== 'Relationship' || relationships.length >= 1_000) return;
      const target = attribute('Target') ?? '';
      relationships.push({
        id: attribute('Id') ?? '',
        // The URLs differ between the two versions of the standard, except for the last segment.
        type: posix.basename(attribute('Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return relationships;
};

/** Excel supports 65,490 formats. */
const MAX_FORMATS = 100_000;

const readTimeKinds = async (zip: ZipFile, part: string): Promise<(TimeKind | undefined)[]> => {
  const customTimeKinds = new Map<number, TimeKind | undefined>();
  const timeKindsByStyle: (TimeKind | undefined)[] = [];
  let isInCellFormats = false;
  await readXml(zip.unpack(part), {
    open: (name, attribute) => {
      const format = Number(attribute('numFmtId') ?? 0);
      if (name === 'numFmt' && customTimeKinds.size < MAX_FORMATS)
        customTimeKinds.set(format, detectTimeKind(format, attribute('formatCode') ?? ''));
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats && timeKindsByStyle.length < MAX_FORMATS)
        timeKindsByStyle.push(
          customTimeKinds.has(format) ? customTimeKinds.get(format) : detectTimeKind(format, undefined),
        );
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return timeKindsByStyle;
};
