import type { ReportAnswer, ReportPart } from '#report/item-content.ts';
import type { ReportFormat, ReportTranslator } from '#report/report-format.ts';
import type { Block } from './keep-together.ts';
import type { Node } from './report-node.ts';
import { COLORS, CONTENT_WIDTH, GRID, getGridPadding, SIZES } from './report-style.ts';

/** If there are more columns than this, a list of entries is easier to read than a table. */
const MAX_COLUMNS = 8;
const MAX_LINES = 3;
/** The width of a character in points, rounded up. */
const CHARACTER_WIDTH = 5.4;
/** A single entry does not need a table. */
const MIN_ENTRIES = 2;
const NUMBER_WIDTH = 26;

/** A table whose heading repeats on each page; undefined unless all entries have short answers. */
export const layOutEntryGrid = (
  entries: readonly (readonly ReportPart[])[],
  { t }: ReportFormat,
): Block[] | undefined => {
  const rows = createRows(entries);
  const heads = [...new Set(rows?.flatMap((row) => [...row.keys()]))];
  if (!rows || heads.length === 0 || heads.length > MAX_COLUMNS) return undefined;
  const width = (CONTENT_WIDTH - NUMBER_WIDTH - getGridPadding(heads.length + 1)) / heads.length;
  const texts = rows.flatMap((row) => [...row.values()].map(({ text }) => text));
  if (![...heads, ...texts].every((text) => fitsCell(text, width / CHARACTER_WIDTH))) return undefined;
  const layOutHead = (text: string): Node => ({
    text,
    fontSize: SIZES.small,
    color: COLORS.muted,
    bold: true,
  });
  const body = [
    [layOutHead('#'), ...heads.map(layOutHead)],
    ...rows.map((row, index) => [
      { text: String(index + 1), color: COLORS.muted },
      ...heads.map((label) => layOutCell(row.get(label), t)),
    ]),
  ];
  return [
    {
      node: {
        table: {
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths: [NUMBER_WIDTH, ...heads.map(() => width)],
          body,
        },
        layout: GRID,
        margin: [0, 4, 0, 0],
      },
      lines: Number.POSITIVE_INFINITY,
    },
  ];
};

/** Groups the answers of each entry by question. Returns undefined if there is anything other than short answers. */
const createRows = (entries: readonly (readonly ReportPart[])[]): Map<string, ReportAnswer>[] | undefined => {
  if (entries.length < MIN_ENTRIES) return undefined;
  const rows = entries.map((entry) => {
    const answers = entry.filter((part) => part.kind === 'answer' && isPlain(part)) as ReportAnswer[];
    return new Map(answers.map((answer) => [answer.label, answer]));
  });
  // If an entry has fewer cells than parts, it contains sections or repeats, or the same question twice.
  return rows.every((row, index) => row.size === entries[index]!.length) ? rows : undefined;
};

const isPlain = ({ text, uploads, notes, commentPictures }: ReportAnswer): boolean =>
  !text.includes('\n') && uploads.length + notes.length + commentPictures.length === 0;

const fitsCell = (text: string, characters: number): boolean =>
  text.length <= MAX_LINES * characters && text.split(/\s/).every((word) => word.length <= characters);

const layOutCell = (answer: ReportAnswer | undefined, t: ReportTranslator): Node => {
  if (!answer || answer.text === '') return { text: '–', color: COLORS.muted };
  if (!answer.hasFailed) return { text: answer.text };
  return {
    text: [
      { text: answer.text, bold: true, color: COLORS.failed },
      { text: `  ${t('failed')}`, fontSize: SIZES.small, color: COLORS.failed },
    ],
  };
};
