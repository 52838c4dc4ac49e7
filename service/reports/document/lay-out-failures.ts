import type { ReportFacts } from '#report/report-facts.ts';
import type { ReportFormat } from '#report/report-format.ts';
import type { ReportItem } from '#report/report-items.ts';
import type { Node } from './report-node.ts';
import { boxLook, boxPadding, COLOURS, MEASURE, SIZES, small } from './report-style.ts';

/** All failed answers, which come before the other answers, and their follow-up tasks. */
export const layOutFailures = (
  sets: readonly ReportItem[],
  { inspection: { followUps } }: ReportFacts,
  { t }: ReportFormat,
): Node[] => {
  const failed = sets.flatMap(({ heading, failed }) =>
    failed.map(({ within, answer }): Row => {
      const notes = answer.notes.map(({ by, text }) => small(shortened(`${by}: ${text}`)));
      return [
        about([heading?.title, ...within], answer.label),
        { stack: [{ text: shortened(answer.text), bold: true, color: COLOURS.failed }, ...notes] },
      ];
    }),
  );
  const tasks = followUps.map(({ itemId, field, externalId, error }): Row => {
    const set = sets.find((each) => each.itemId === itemId);
    const outcome =
      externalId === null ? t('noTask', { obstacle: error ?? '' }) : t('taskCreated', { externalId });
    return [about([set?.heading?.title], set?.labels.get(field) ?? field), { text: outcome }];
  });
  return [...tinted(t('failedAnswers', { count: failed.length }), failed), ...tinted(t('followUps'), tasks)];
};

type Row = [Node, Node];

const BOX_WIDTH = MEASURE - boxPadding(2);
const ABOUT_WIDTH = BOX_WIDTH / 2;

const about = (places: readonly (string | undefined)[], label: string): Node => {
  const place = places.filter((part) => part !== undefined).join(' › ');
  return { stack: [...(place === '' ? [] : [small(shortened(place))]), { text: shortened(label) }] };
};

/** The full text follows with its question. A row is not broken, so it must be shorter than a page. */
const MAX_LENGTH = 300;

const shortened = (text: string): string => {
  const lines = text.split('\n').map((each) => each.trim());
  const line = lines.filter((each) => each !== '').join(', ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
};

const tinted = (title: string, rows: readonly Row[]): Node[] => {
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
      layout: boxLook(COLOURS.failed),
      margin: [0, 16, 0, 0],
    },
  ];
};
