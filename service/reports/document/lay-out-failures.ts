import type { ReportItem } from '#report/item-content.ts';
import type { ReportData } from '#report/report-data.ts';
import type { ReportFormat } from '#report/report-format.ts';
import type { Node } from './report-node.ts';
import {
  COLORS,
  CONTENT_WIDTH,
  createBoxLayout,
  createSmallText,
  getBoxPadding,
  SIZES,
} from './report-style.ts';

export const layOutFailures = (
  sets: readonly ReportItem[],
  { inspection: { followUps } }: ReportData,
  { t }: ReportFormat,
): Node[] => {
  const failed = sets.flatMap(({ heading, failed }) =>
    failed.map(({ within, answer }): Row => {
      const notes = answer.notes.map(({ by, text }) => createSmallText(shorten(`${by}: ${text}`)));
      return [
        layOutCaption([heading?.title, ...within], answer.label),
        { stack: [{ text: shorten(answer.text), bold: true, color: COLORS.failed }, ...notes] },
      ];
    }),
  );
  const tasks = followUps.map(({ itemId, field, externalId, error }): Row => {
    const set = sets.find((item) => item.itemId === itemId);
    const outcome =
      externalId === null ? t('noTask', { obstacle: error ?? '' }) : t('taskCreated', { externalId });
    return [layOutCaption([set?.heading?.title], set?.labels.get(field) ?? field), { text: outcome }];
  });
  return [
    ...layOutTintedTable(t('failedAnswers', { count: failed.length }), failed),
    ...layOutTintedTable(t('followUps'), tasks),
  ];
};

type Row = [Node, Node];

const BOX_WIDTH = CONTENT_WIDTH - getBoxPadding(2);
const ABOUT_WIDTH = BOX_WIDTH / 2;

const layOutCaption = (path: readonly (string | undefined)[], label: string): Node => {
  const location = path.filter((part) => part !== undefined).join(' › ');
  return {
    stack: [...(location === '' ? [] : [createSmallText(shorten(location))]), { text: shorten(label) }],
  };
};

/** Rows are unbreakable, so they must be shorter than a page. The full text is shown below, with its question. */
const MAX_LENGTH = 300;

const shorten = (text: string): string => {
  const lines = text.split('\n').map((part) => part.trim());
  const line = lines.filter((part) => part !== '').join(', ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
};

const layOutTintedTable = (title: string, rows: readonly Row[]): Node[] => {
  if (rows.length === 0) return [];
  const head: Node = { text: title, bold: true, color: COLORS.failed, fontSize: SIZES.subsection };
  const body = [[head, { text: '' }], ...rows].map((row) =>
    row.map((cell) => ({ ...cell, fillColor: COLORS.failedTint })),
  );
  return [
    {
      table: {
        widths: [ABOUT_WIDTH, BOX_WIDTH - ABOUT_WIDTH],
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        body,
      },
      layout: createBoxLayout(COLORS.failed),
      margin: [0, 16, 0, 0],
    },
  ];
};
