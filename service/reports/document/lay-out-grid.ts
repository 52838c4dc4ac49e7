import type { ReportAnswer, ReportPart } from '#report/item-content.ts';
import type { ReportFormat, ReportTextOf } from '#report/report-format.ts';
import type { Block } from './keep-together.ts';
import type { Node } from './report-node.ts';
import { COLOURS, CONTENT_WIDTH, GRID, gridPadding, SIZES } from './report-style.ts';

/** With more columns, a list of entries is easier to read than a table. */
const MAX_COLUMNS = 8;
const MAX_LINES = 3;
/** Width of a character in points, rounded up. */
const CHARACTER = 5.4;
/** A single entry needs no table. */
const MIN_ENTRIES = 2;
const NUMBER_WIDTH = 26;

/** A table of entries with short answers, whose heading repeats on each page. Returns undefined for other entries. */
export const entryGrid = (
  entries: readonly (readonly ReportPart[])[],
  { t }: ReportFormat,
): Block[] | undefined => {
  const rows = rowsOf(entries);
  const heads = [...new Set(rows?.flatMap((row) => [...row.keys()]))];
  if (!rows || heads.length === 0 || heads.length > MAX_COLUMNS) return undefined;
  const width = (CONTENT_WIDTH - NUMBER_WIDTH - gridPadding(heads.length + 1)) / heads.length;
  const texts = rows.flatMap((row) => [...row.values()].map(({ text }) => text));
  if (![...heads, ...texts].every((text) => fitsCell(text, width / CHARACTER))) return undefined;
  const head = (text: string): Node => ({ text, fontSize: SIZES.small, color: COLOURS.muted, bold: true });
  const body = [
    [head('#'), ...heads.map(head)],
    ...rows.map((row, index) => [
      { text: String(index + 1), color: COLOURS.muted },
      ...heads.map((label) => cell(row.get(label), t)),
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

/** The answers of each entry by question. Returns undefined if there is anything other than short answers. */
const rowsOf = (entries: readonly (readonly ReportPart[])[]): Map<string, ReportAnswer>[] | undefined => {
  if (entries.length < MIN_ENTRIES) return undefined;
  const rows = entries.map((entry) => {
    const answers = entry.filter((part) => part.kind === 'answer' && isPlain(part)) as ReportAnswer[];
    return new Map(answers.map((answer) => [answer.label, answer]));
  });
  // An entry with fewer cells than parts has sections or repeats, or the same question twice.
  return rows.every((row, index) => row.size === entries[index]!.length) ? rows : undefined;
};

const isPlain = ({ text, uploads, notes, commentPictures }: ReportAnswer): boolean =>
  !text.includes('\n') && uploads.length + notes.length + commentPictures.length === 0;

/** Returns true if a text fits into MAX_LINES lines without breaking a word. */
const fitsCell = (text: string, characters: number): boolean =>
  text.length <= MAX_LINES * characters && text.split(/\s/).every((word) => word.length <= characters);

const cell = (answer: ReportAnswer | undefined, t: ReportTextOf): Node => {
  if (!answer || answer.text === '') return { text: '–', color: COLOURS.muted };
  if (!answer.hasFailed) return { text: answer.text };
  return {
    text: [
      { text: answer.text, bold: true, color: COLOURS.failed },
      { text: `  ${t('failed')}`, fontSize: SIZES.small, color: COLOURS.failed },
    ],
  };
};
