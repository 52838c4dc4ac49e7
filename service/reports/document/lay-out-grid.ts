import type { ReportAnswer, ReportPart } from '#report/item-content.ts';
import type { ReportFormat, ReportTranslator } from '#report/report-format.ts';
import type { Block } from './keep-together.ts';
import type { Node } from './report-node.ts';
import { COLORS, CONTENT_WIDTH, createSmallText, GRID, getGridPadding, SIZES } from './report-style.ts';

const MAX_COLUMNS = 8;
const MAX_LINES = 3;
/** In points, rounded up. */
const CHARACTER_WIDTH = 5.4;
const MIN_INSTANCES = 2;
const NUMBER_WIDTH = 26;

/** Returns undefined unless all instances consist of short answers. */
export const layOutInstanceGrid = (
  instances: readonly (readonly ReportPart[])[],
  { t }: ReportFormat,
): Block[] | undefined => {
  const rows = createRows(instances);
  const headings = [...new Set(rows?.flatMap((row) => [...row.keys()]))];
  if (!rows || headings.length === 0 || headings.length > MAX_COLUMNS) return undefined;
  const width = (CONTENT_WIDTH - NUMBER_WIDTH - getGridPadding(headings.length + 1)) / headings.length;
  const texts = rows.flatMap((row) => [...row.values()].map(({ text }) => text));
  if (![...headings, ...texts].every((text) => canFitInCell(text, width / CHARACTER_WIDTH))) return undefined;
  const layOutHeading = (text: string) => createSmallText(text, { bold: true });
  const body = [
    [layOutHeading('#'), ...headings.map(layOutHeading)],
    ...rows.map((row, index) => [
      { text: String(index + 1), color: COLORS.muted },
      ...headings.map((label) => layOutCell(row.get(label), t)),
    ]),
  ];
  return [
    {
      node: {
        table: {
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths: [NUMBER_WIDTH, ...headings.map(() => width)],
          body,
        },
        layout: GRID,
        margin: [0, 4, 0, 0],
      },
      lines: Number.POSITIVE_INFINITY,
    },
  ];
};

const createRows = (
  instances: readonly (readonly ReportPart[])[],
): Map<string, ReportAnswer>[] | undefined => {
  if (instances.length < MIN_INSTANCES) return undefined;
  const rows = instances.map((instance) => {
    const answers = instance.filter(
      (part) => part.kind === 'answer' && isSingleLineText(part),
    ) as ReportAnswer[];
    return new Map(answers.map((answer) => [answer.label, answer]));
  });
  // An instance with fewer cells than parts contains more than short answers, or a question twice.
  return rows.every((row, index) => row.size === instances[index]!.length) ? rows : undefined;
};

const isSingleLineText = ({ text, uploads, notes, commentPictures }: ReportAnswer): boolean =>
  !text.includes('\n') && uploads.length + notes.length + commentPictures.length === 0;

const canFitInCell = (text: string, characters: number): boolean =>
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
