import { determineReportStatus, type FrontFact, listFrontFacts, type ReportStatus } from '#report/front.ts';
import type { ReportData } from '#report/report-data.ts';
import type { ReportFormat } from '#report/report-format.ts';
import type { Node, TextNode } from './report-node.ts';
import {
  COLORS,
  CONTENT_WIDTH,
  createBoxLayout,
  createSmallText,
  getBoxPadding,
  SIZES,
} from './report-style.ts';

export const layOutFront = (data: ReportData, format: ReportFormat): Node[] => {
  const { inspection } = data;
  const { t } = format;
  return [
    { text: t('report').toUpperCase(), ...OVERLINE },
    {
      text: inspection.title,
      fontSize: SIZES.title,
      bold: true,
      lineHeight: 0.95,
      outline: true,
      id: 'report',
      margin: [0, 2, 0, 0],
    },
    ...layOutBanner(data, format),
    layOutFacts(listFacts(data, format)),
  ];
};

/** Placed after the failed answers, because a task description can be longer than a page. */
export const layOutDescription = ({ task }: ReportData, { t }: ReportFormat): Node[] =>
  task?.description
    ? [
        createSmallText(t('description'), { margin: [0, 16, 0, 0] }),
        { text: task.description, margin: [0, 1, 0, 0], lineHeight: 1.15 },
      ]
    : [];

const OVERLINE = {
  fontSize: SIZES.small,
  bold: true,
  characterSpacing: 0.5,
  color: COLORS.accent,
} as const satisfies Partial<TextNode>;

const layOutBanner = (data: ReportData, format: ReportFormat): Node[] => {
  const status = determineReportStatus(data, format);
  if (!status) return [];
  const { color, tint } = BOXES[status.kind];
  const cell: Node & { fillColor: string } = {
    stack: [
      { text: status.title, bold: true, color, fontSize: SIZES.subsection },
      ...status.lines.map((text) => ({ text })),
    ],
    fillColor: tint,
  };
  const table = { widths: [CONTENT_WIDTH - getBoxPadding(1)], body: [[cell]] };
  return [{ table, layout: createBoxLayout(color), margin: [0, 14, 0, 0] }];
};

const BOXES: Readonly<Record<ReportStatus['kind'], { color: string; tint: string }>> = {
  cancelled: { color: COLORS.cancelled, tint: COLORS.cancelledTint },
  draft: { color: COLORS.draft, tint: COLORS.draftTint },
  approved: { color: COLORS.approved, tint: COLORS.approvedTint },
  late: { color: COLORS.draft, tint: COLORS.draftTint },
};

const listFacts = (data: ReportData, format: ReportFormat): FrontFact[] => {
  const { inspection, createdAt } = data;
  const { t, formatDateTime } = format;
  const created = t('ofRevision', {
    dateTime: formatDateTime(createdAt),
    revision: getReportedRevision(inspection),
  });
  return [
    ...listFrontFacts(data, format),
    { name: t('created'), value: created },
    { name: t('timeZone'), value: inspection.timeZone },
  ];
};

/** Excludes late answers, which are not part of the result. */
export const getReportedRevision = ({
  state,
  lateFromRevision,
  revision,
}: Pick<ReportData['inspection'], 'state' | 'lateFromRevision' | 'revision'>): number =>
  state === 'Closed' && lateFromRevision !== null ? lateFromRevision - 1 : revision;

const COLUMNS = 2;
const COLUMN_GAP = 20;

const layOutFacts = (facts: readonly FrontFact[]): Node => ({
  stack: Array.from({ length: Math.ceil(facts.length / COLUMNS) }, (_, row) => ({
    columns: Array.from({ length: COLUMNS }, (_, column) => {
      const fact = facts[row * COLUMNS + column];
      const width = (CONTENT_WIDTH - COLUMN_GAP) / COLUMNS;
      return fact
        ? { stack: [createSmallText(fact.name), { text: fact.value }], width }
        : { text: '', width };
    }),
    columnGap: COLUMN_GAP,
    margin: [0, 8, 0, 0] as [number, number, number, number],
  })),
  margin: [0, 8, 0, 0],
});
