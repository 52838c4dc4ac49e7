import type { ReportData } from './report-data.ts';
import type { ReportFormat } from './report-format.ts';

/** The status shown at the top of a report. Completed inspections that have not been approved have none. */
export type ReportStatus = {
  kind: 'draft' | 'approved' | 'late' | 'cancelled';
  title: string;
  lines: readonly string[];
};

export const determineReportStatus = (
  { inspection, people }: ReportData,
  format: ReportFormat,
): ReportStatus | undefined => {
  const { t, dateTime } = format;
  const { state, approvedAt, canceledAt, lateFromRevision } = inspection;
  if (state === 'Canceled') {
    const lines = [canceledAt ? t('cancelledOn', { dateTime: dateTime(canceledAt) }) : t('cancelledMeaning')];
    if (lateFromRevision !== null) lines.push(t('late'));
    return { kind: 'cancelled', title: t('cancelled'), lines: [lines.join(' ')] };
  }
  if (state !== 'Closed')
    return { kind: 'draft', title: t('draft'), lines: listDraftLines(inspection, format) };
  const late = lateFromRevision === null ? [] : [t('lateExcluded')];
  if (approvedAt) {
    const approved = t('approvedOn', { dateTime: dateTime(approvedAt), name: people.approvedBy ?? '' });
    return { kind: 'approved', title: t('approved'), lines: [approved, ...late] };
  }
  return late.length === 0 ? undefined : { kind: 'late', title: t('lateAnswers'), lines: late };
};

const listDraftLines = (
  { missing, items, returns }: ReportData['inspection'],
  { t, dateTime, name }: ReportFormat,
): string[] => {
  const count = missing.length + items.reduce((sum, item) => sum + item.missing.length, 0);
  const [returned] = returns;
  return [
    count === 0 ? t('draftMeaning') : `${t('draftMeaning')} ${t('missing', { count })}`,
    ...(returned
      ? [t('returned', { dateTime: dateTime(returned.returnedAt), name: name(returned.userName) })]
      : []),
    ...(returned?.comment ? [returned.comment] : []),
  ];
};

export type FrontFact = { name: string; value: string };

export const listFrontFacts = (data: ReportData, format: ReportFormat): FrontFact[] => {
  const { inspection, people, addresses } = data;
  const { t, dateTime } = format;
  const [item, ...otherItems] = inspection.items;
  const ended = inspection.endedAt && dateTime(inspection.endedAt);
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
    [t('started'), dateTime(inspection.startedAt)],
    [
      t('completed'),
      ended && isCompletedByOther ? t('by', { dateTime: ended, name: people.completedBy! }) : ended,
    ],
  ];
  return rows.flatMap(([name, value]) => (value ? [{ name, value }] : []));
};

const formatItem = (
  { itemId, title, externalId }: { itemId: string; title: string; externalId: string },
  addresses: ReportData['addresses'],
): string => [`${title} (${externalId})`, addresses[itemId]].filter(Boolean).join('\n');

const formatPeriod = ({ task }: ReportData, { t, dateTime }: ReportFormat): string | undefined => {
  const start = task?.startDate && dateTime(task.startDate);
  const due = task?.dueDate && dateTime(task.dueDate);
  if (start && due) return `${t('from', { start })}\n${t('until', { due })}`;
  if (start) return t('from', { start });
  return due ? t('until', { due }) : undefined;
};
