import type { ReportWords } from '#report/report-words.ts';
import type { SaidAnswer, SaidPart } from '#report/said-parts.ts';
import type { Speech } from '#report/speech.ts';
import type { Block } from './keep-together.ts';
import type { Node } from './report-node.ts';
import { COLOURS, GRID, gridPadding, MEASURE, SIZES } from './report-style.ts';

/** Beyond, entries are easier to read one below the other. */
const MOST_COLUMNS = 8;
const MOST_LINES = 3;
/** Points that a character takes, rather too many. */
const CHARACTER = 5.4;
/** A single entry is no table. */
const FEWEST_ENTRIES = 2;
const NUMBER_WIDTH = 26;

/** Entries of a few short answers as a table whose heads return on each page; undefined where they are not like that. */
export const entryGrid = (
  entries: readonly (readonly SaidPart[])[],
  { words }: Speech,
): Block[] | undefined => {
  const rows = rowsOf(entries);
  const heads = [...new Set(rows?.flatMap((row) => [...row.keys()]))];
  if (!rows || heads.length === 0 || heads.length > MOST_COLUMNS) return undefined;
  const width = (MEASURE - NUMBER_WIDTH - gridPadding(heads.length + 1)) / heads.length;
  const texts = rows.flatMap((row) => [...row.values()].map(({ text }) => text));
  if (![...heads, ...texts].every((text) => fits(text, width / CHARACTER))) return undefined;
  const head = (text: string): Node => ({ text, fontSize: SIZES.small, color: COLOURS.muted, bold: true });
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

/** The answers of each entry by their questions; undefined where there is more than short answers. */
const rowsOf = (entries: readonly (readonly SaidPart[])[]): Map<string, SaidAnswer>[] | undefined => {
  if (entries.length < FEWEST_ENTRIES) return undefined;
  const rows = entries.map((entry) => {
    const answers = entry.filter((part) => part.kind === 'answer' && isPlain(part)) as SaidAnswer[];
    return new Map(answers.map((answer) => [answer.label, answer]));
  });
  // Fewer rows than parts: something else was among them, or a question twice.
  return rows.every((row, place) => row.size === entries[place]!.length) ? rows : undefined;
};

const isPlain = ({ text, uploads, notes, remarkPictures }: SaidAnswer): boolean =>
  !text.includes('\n') && uploads.length + notes.length + remarkPictures.length === 0;

/** Whether a text fills few lines of so many characters, and no word of it is broken. */
const fits = (text: string, characters: number): boolean =>
  text.length <= MOST_LINES * characters && text.split(/\s/).every((word) => word.length <= characters);

const cell = (answer: SaidAnswer | undefined, { failed }: ReportWords): Node => {
  if (!answer || answer.text === '') return { text: '–', color: COLOURS.muted };
  if (!answer.hasFailed) return { text: answer.text };
  return {
    text: [
      { text: answer.text, bold: true, color: COLOURS.failed },
      { text: `  ${failed}`, fontSize: SIZES.small, color: COLOURS.failed },
    ],
  };
};
