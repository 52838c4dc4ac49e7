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
  items: readonly ReportItem[],
  { inspection: { followUps } }: ReportData,
  { t }: ReportFormat,
): Node[] => {
  const failureRows = items.flatMap(({ heading, failedAnswers }) =>
    failedAnswers.map(({ instanceTitles, answer }): Row => {
      const notes = answer.notes.map(({ title, text }) => createSmallText(shorten(`${title}: ${text}`)));
      return [
        layOutCaption([heading?.title, ...instanceTitles], answer.label),
        { stack: [{ text: shorten(answer.text), bold: true, color: COLORS.failed }, ...notes] },
      ];
    }),
  );
  const taskRows = followUps.map(({ itemId, field, externalId, error }): Row => {
    const item = items.find((other) => other.itemId === itemId);
    const outcome =
      externalId === null ? t('noTask', { obstacle: error ?? '' }) : t('taskCreated', { externalId });
    return [layOutCaption([item?.heading?.title], item?.labels.get(field) ?? field), { text: outcome }];
  });
  return [
    ...layOutTintedTable(t('failedAnswers', { count: failureRows.length }), failureRows),
    ...layOutTintedTable(t('followUps'), taskRows),
  ];
};

type Row = [Node, Node];

const BOX_WIDTH = CONTENT_WIDTH - getBoxPadding(2);
const CAPTION_WIDTH = BOX_WIDTH / 2;

const layOutCaption = (path: readonly (string | undefined)[], label: string): Node => {
  const joinedPath = path.filter((part) => part !== undefined).join(' › ');
  return {
    stack: [...(joinedPath === '' ? [] : [createSmallText(shorten(joinedPath))]), { text: shorten(label) }],
  };
};

/** Unbreakable rows must be shorter than a page. The full text follows with its question. */
const MAX_LENGTH = 300;

const shorten = (text: string): string => {
  const lines = text.split('\n').map((part) => part.trim());
  const line = lines.filter((part) => part !== '').join(', ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
};

const layOutTintedTable = (title: string, rows: readonly Row[]): Node[] => {
  if (rows.length === 0) return [];
  const titleCell: Node = { text: title, bold: true, color: COLORS.failed, fontSize: SIZES.subsection };
  const body = [[titleCell, { text: '' }], ...rows].map((row) =>
    row.map((cell) => ({ ...cell, fillColor: COLORS.failedTint })),
  );
  return [
    {
      table: {
        widths: [CAPTION_WIDTH, BOX_WIDTH - CAPTION_WIDTH],
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
