import type { ReportData } from '#report/report-data.ts';
import type { ReportFormat } from '#report/report-format.ts';
import type { ReportItem } from '#report/report-items.ts';
import type { Node } from './report-node.ts';
import { boxLayout, boxPadding, COLOURS, CONTENT_WIDTH, SIZES, small } from './report-style.ts';

/** The failed answers and their follow-up tasks, which come before all other answers. */
export const layOutFailures = (
  sets: readonly ReportItem[],
  { inspection: { followUps } }: ReportData,
  { t }: ReportFormat,
): Node[] => {
  const failed = sets.flatMap(({ heading, failed }) =>
    failed.map(({ within, answer }): Row => {
      const notes = answer.notes.map(({ by, text }) => small(shortened(`${by}: ${text}`)));
      return [
        caption([heading?.title, ...within], answer.label),
        { stack: [{ text: shortened(answer.text), bold: true, color: COLOURS.failed }, ...notes] },
      ];
    }),
  );
  const tasks = followUps.map(({ itemId, field, externalId, error }): Row => {
    const set = sets.find((item) => item.itemId === itemId);
    const outcome =
      externalId === null ? t('noTask', { obstacle: error ?? '' }) : t('taskCreated', { externalId });
    return [caption([set?.heading?.title], set?.labels.get(field) ?? field), { text: outcome }];
  });
  return [
    ...tintedTable(t('failedAnswers', { count: failed.length }), failed),
    ...tintedTable(t('followUps'), tasks),
  ];
};

type Row = [Node, Node];

const BOX_WIDTH = CONTENT_WIDTH - boxPadding(2);
const ABOUT_WIDTH = BOX_WIDTH / 2;

const caption = (path: readonly (string | undefined)[], label: string): Node => {
  const location = path.filter((part) => part !== undefined).join(' › ');
  return { stack: [...(location === '' ? [] : [small(shortened(location))]), { text: shortened(label) }] };
};

/** Rows are unbreakable, so they must be shorter than a page. The full text follows with its question. */
const MAX_LENGTH = 300;

const shortened = (text: string): string => {
  const lines = text.split('\n').map((part) => part.trim());
  const line = lines.filter((part) => part !== '').join(', ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
};

const tintedTable = (title: string, rows: readonly Row[]): Node[] => {
  if (rows.length === 0) return [];
  const head: Node = { text: title, bold: true, color: COLOURS.failed, fontSize: SIZES.subsection };
  const body = [[head, { text: '' }], ...rows].map((row) =>
    row.map((cell) => ({ ...cell, fillColor: COLOURS.failedTint })),
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
      layout: boxLayout(COLOURS.failed),
      margin: [0, 16, 0, 0],
    },
  ];
};
