import type { Block } from './keep-together.ts';
import type { Node } from './report-node.ts';
import { COLOURS, GRID, gridPadding, MEASURE, SIZES } from './report-style.ts';
import type { ReportWords } from './report-words.ts';
import type { SaidAnswer, SaidPart } from './said-parts.ts';
import type { Speech } from './speech.ts';

/** Beyond, entries are easier to read one below the other. */
const MOST_COLUMNS = 5;
const LONGEST_CELL = 60;
const LONGEST_HEAD = 40;
/** A single entry is no table. */
const FEWEST_ENTRIES = 2;
const NUMBER_WIDTH = 26;

/** Entries of a few short answers as a table whose heads return on each page; undefined where they are not like that. */
export const entryGrid = (
  entries: readonly (readonly SaidPart[])[],
  { words }: Speech,
): Block[] | undefined => {
  if (entries.length < FEWEST_ENTRIES) return undefined;
  const heads: string[] = [];
  const rows: Map<string, SaidAnswer>[] = [];
  for (const entry of entries) {
    const row = new Map<string, SaidAnswer>();
    for (const part of entry) {
      if (part.kind !== 'answer' || !fitsCell(part) || row.has(part.label)) return undefined;
      row.set(part.label, part);
      if (heads.includes(part.label)) continue;
      if (heads.length === MOST_COLUMNS) return undefined;
      heads.push(part.label);
    }
    rows.push(row);
  }
  if (heads.length === 0) return undefined;
  const head = (text: string): Node => ({ text, fontSize: SIZES.small, color: COLOURS.muted, bold: true });
  const width = (MEASURE - NUMBER_WIDTH - gridPadding(heads.length + 1)) / heads.length;
  const body = [
    [head('#'), ...heads.map(head)],
    ...rows.map((row, place) => [
      { text: String(place + 1), color: COLOURS.muted },
      ...heads.map((label) => cell(row.get(label), words)),
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

const fitsCell = ({ label, text, uploads, notes, remarkPictures }: SaidAnswer): boolean =>
  label.length <= LONGEST_HEAD &&
  text.length <= LONGEST_CELL &&
  !text.includes('\n') &&
  uploads.length + notes.length + remarkPictures.length === 0;

const cell = (answer: SaidAnswer | undefined, { failed }: ReportWords): Node => {
  if (!answer || answer.text === '') return { text: '–', color: COLOURS.rule };
  if (!answer.hasFailed) return { text: answer.text };
  return {
    text: [
      { text: answer.text, bold: true, color: COLOURS.failed },
      { text: `  ${failed}`, fontSize: SIZES.small, color: COLOURS.failed },
    ],
  };
};
