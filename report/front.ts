import type { ReportData } from './report-data.ts';
import type { ReportFormat } from './report-format.ts';

/** A completed inspection without an approval or late answers has no status. */
export type ReportStatus = {
  kind: 'draft' | 'approved' | 'late' | 'cancelled';
  title: string;
  lines: readonly string[];
};

export const determineReportStatus = (
  { inspection, people }: ReportData,
  format: ReportFormat,
): ReportStatus | undefined => {
  const { t, formatDateTime } = format;
  const { state, approvedAt, canceledAt, lateFromRevision } = inspection;
  if (state === 'Canceled') {
    const lines = [
      canceledAt ? t('cancelledOn', { dateTime: formatDateTime(canceledAt) }) : t('cancelledMeaning'),
    ];
    if (lateFromRevision !== null) lines.push(t('late'));
    return { kind: 'cancelled', title: t('cancelled'), lines: [lines.join(' ')] };
  }
  if (state !== 'Closed')
    return { kind: 'draft', title: t('draft'), lines: listDraftLines(inspection, format) };
  const lateLines = lateFromRevision === null ? [] : [t('lateExcluded')];
  if (approvedAt) {
    const approvedLine = t('approvedOn', {
      dateTime: formatDateTime(approvedAt),
      name: people.approvedBy ?? '',
    });
    return { kind: 'approved', title: t('approved'), lines: [approvedLine, ...lateLines] };
  }
  return lateLines.length === 0 ? undefined : { kind: 'late', title: t('lateAnswers'), lines: lateLines };
};

const listDraftLines = (
  { missing, items, returns }: ReportData['inspection'],
  { t, formatDateTime, formatName }: ReportFormat,
): string[] => {
  const count = missing.length + items.reduce((sum, item) => sum + item.missing.length, 0);
  const lines = [count === 0 ? t('draftMeaning') : `${t('draftMeaning')} ${t('missing', { count })}`];
  const [latestReturn] = returns;
  if (!latestReturn) return lines;
  const { returnedAt, userName, comment } = latestReturn;
  lines.push(t('returned', { dateTime: formatDateTime(returnedAt), name: formatName(userName) }));
  return comment ? [...lines, comment] : lines;
};

export type FrontFact = { name: string; value: string };

export const listFrontFacts = (data: ReportData, format: ReportFormat): FrontFact[] => {
  const { inspection, people, addresses } = data;
  const { t, formatDateTime } = format;
  const [item, ...otherItems] = inspection.items;
  const completedAt = inspection.endedAt && formatDateTime(inspection.endedAt);
  const isCompletedByOther = people.completedBy !== null && people.completedBy !== people.inspector;
  const rows: [string, string | null | undefined][] = [
    [t('task'), inspection.externalId],
    [t('period'), formatPeriod(data, format)],
    [
      otherItems.length === 0 ? t('item') : t('items'),
      item && (otherItems.length === 0 ? formatItem(item, addresses) : String(inspection.items.length)),
    ],
    [t('workbook'), `${inspection.workbookTitle} ${inspection.workbookVersion}`],
    [t('team'), inspection.teamTitle],
    [t('inspector'), people.inspector],
    [t('started'), formatDateTime(inspection.startedAt)],
    [
      t('completed'),
      completedAt && isCompletedByOther
        ? t('by', { dateTime: completedAt, name: people.completedBy! })
        : completedAt,
    ],
  ];
  return rows.flatMap(([name, value]) => (value ? [{ name, value }] : []));
};

const formatItem = (
  { itemId, title, externalId }: { itemId: string; title: string; externalId: string },
  addresses: ReportData['addresses'],
): string => [`${title} (${externalId})`, addresses[itemId]].filter(Boolean).join('\n');

const formatPeriod = ({ task }: ReportData, { t, formatDateTime }: ReportFormat): string | undefined => {
  const start = task?.startDate && formatDateTime(task.startDate);
  const due = task?.dueDate && formatDateTime(task.dueDate);
  if (start && due) return `${t('from', { start })}\n${t('until', { due })}`;
  if (start) return t('from', { start });
  return due ? t('until', { due }) : undefined;
};
