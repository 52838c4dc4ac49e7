import { posix } from 'node:path';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { momentOf, plainText, type TimeKind } from './cell-text.ts';
import { readSharedTexts, readSheet, type SheetCell, type SheetContext } from './read-sheet.ts';
import { readXml } from './read-xml.ts';
import { Unreadable } from './unreadable.ts';
import { openZip, type ZipFile } from './zip-file.ts';

export type SpreadsheetSheet = { name: string; cells: SheetCell[] };

/** Limits beyond which a file is rejected before more memory is used. */
export const spreadsheetLimits = {
  /** Unpacked bytes that are read. A million empty rows take seventy to eighty million. */
  unpacked: 256 * 1024 * 1024,
  /** Characters of the shared strings, and of the cells of a sheet. */
  text: 16 * 1024 * 1024,
  /** Non-empty cells of the sheets that are read. */
  cells: 250_000,
  sheets: 200,
} as const;

/**
 * Reads an .xlsx file. Returns all non-empty cells of the wanted sheets, and at most one of the others, which shows that they
 * are not empty. Throws `Unreadable`.
 */
export const readSpreadsheet = async (
  bytes: Buffer,
  isWanted: (sheetName: string) => boolean,
): Promise<SpreadsheetSheet[]> => {
  rejectOtherFormats(bytes);
  const zip = openZip(bytes, spreadsheetLimits.unpacked);
  const book = await readBook(zip);
  const context: SheetContext = {
    sharedTexts: book.sharedTexts === undefined ? [] : await readTexts(zip, book.sharedTexts),
    moments: book.styles === undefined ? [] : await readTimeKinds(zip, book.styles),
    is1904: book.is1904,
  };
  const sheets: SpreadsheetSheet[] = [];
  let left: number = spreadsheetLimits.cells;
  for (const { name, part } of book.sheets) {
    const isRead = isWanted(name) || book.sheets.length === 1;
    const cells = await readSheet(zip.unpack(part), context, isRead ? left : 0, spreadsheetLimits.text);
    if (isRead) left -= cells.length;
    if (left < 0)
      throw new Unreadable(
        sentence`The file is too large: it has more than ${spreadsheetLimits.cells} cells.`,
      );
    sheets.push({ name, cells });
  }
  return sheets;
};

const readTexts = (zip: ZipFile, part: string) => readSharedTexts(zip.unpack(part), spreadsheetLimits.text);

/** Old .xls files and password-protected files start with these bytes; an .xlsx file is a zip archive. */
const rejectOtherFormats = (bytes: Buffer): void => {
  if (bytes.length === 0) throw new Unreadable(sentence`The file is empty.`);
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    throw new Unreadable(
      sentence`The file is an old .xls file or has a password. Save it as .xlsx without a password.`,
    );
  }
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw new Unreadable(sentence`The file is not an .xlsx file.`);
};

type Book = {
  sheets: { name: string; part: string }[];
  sharedTexts: string | undefined;
  styles: string | undefined;
  is1904: boolean;
};

/** Finds the parts of a spreadsheet by following the relations between them. */
const readBook = async (zip: ZipFile): Promise<Book> => {
  const roots = zip.has('_rels/.rels') ? await readRelations(zip, '_rels/.rels', '') : [];
  const main = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!zip.has(main) || !/\.xml$/i.test(main)) throw new Unreadable(otherFormat(zip));
  const folder = posix.dirname(main);
  const relations = await readRelations(zip, `${folder}/_rels/${posix.basename(main)}.rels`, folder);
  const partOf = (type: string) =>
    relations.find((relation) => relation.type === type && zip.has(relation.target))?.target;

  const book: Book = {
    sheets: [],
    sharedTexts: partOf('sharedStrings'),
    styles: partOf('styles'),
    is1904: false,
  };
  await readXml(zip.unpack(main), {
    open: (name, attribute) => {
      if (name === 'workbookPr') book.is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const id = attribute('id');
      const part = relations.find((relation) => relation.id === id && relation.type === 'worksheet')?.target;
      if (book.sheets.length >= spreadsheetLimits.sheets)
        throw new Unreadable(sentence`The file has more than ${spreadsheetLimits.sheets} sheets.`);
      // Chart sheets have no cells.
      if (part !== undefined) book.sheets.push({ name: plainText(attribute('name') ?? ''), part });
    },
  });
  if (book.sheets.length === 0) throw new Unreadable(otherFormat(zip));
  return book;
};

/** The error for a zip archive that is not an .xlsx file. */
const otherFormat = (zip: ZipFile): Sentence => {
  if (zip.has('word/document.xml')) return sentence`The file is a Word document, not a spreadsheet.`;
  if (zip.has('ppt/presentation.xml')) return sentence`The file is a presentation, not a spreadsheet.`;
  if (zip.has('xl/workbook.bin')) return sentence`The file is a binary .xlsb file. Save it as .xlsx.`;
  if (zip.has('content.xml')) return sentence`The file is an OpenDocument file. Save it as .xlsx.`;
  return sentence`The file is a zip archive, not an .xlsx file.`;
};

type Relation = { id: string; type: string; target: string };

const readRelations = async (zip: ZipFile, part: string, folder: string): Promise<Relation[]> => {
  const relations: Relation[] = [];
  await readXml(zip.unpack(part), {
    open: (name, attribute) => {
      if (name !== 'Relationship' || relations.length >= 1_000) return;
      const target = attribute('Target') ?? '';
      relations.push({
        id: attribute('Id') ?? '',
        // The URL belongs to one of two standards, with the same last segment.
        type: posix.basename(attribute('Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return relations;
};

/** Whether cells with a style are dates or times, by index of the style. */
const readTimeKinds = async (zip: ZipFile, part: string): Promise<(TimeKind | undefined)[]> => {
  const codes = new Map<number, string>();
  const moments: (TimeKind | undefined)[] = [];
  let isOfCells = false;
  await readXml(zip.unpack(part), {
    open: (name, attribute) => {
      const format = Number(attribute('numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(format, attribute('formatCode') ?? '');
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells && moments.length < 100_000)
        moments.push(momentOf(format, codes.get(format)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return moments;
};
