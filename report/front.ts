import type { ReportFacts } from './report-facts.ts';
import type { ReportFormat } from './report-format.ts';

/** Status shown at the top of a report. A completed inspection that is not reviewed has none. */
export type ReportStatus = {
  kind: 'draft' | 'approved' | 'late' | 'cancelled';
  title: string;
  lines: readonly string[];
};

export const reportStatus = (
  { inspection, people }: ReportFacts,
  format: ReportFormat,
): ReportStatus | undefined => {
  const { t, moment } = format;
  const { state, approvedAt, canceledAt, lateFromRevision } = inspection;
  if (state === 'Canceled') {
    const lines = [canceledAt ? t('cancelledOn', { moment: moment(canceledAt) }) : t('cancelledMeaning')];
    if (lateFromRevision !== null) lines.push(t('late'));
    return { kind: 'cancelled', title: t('cancelled'), lines: [lines.join(' ')] };
  }
  if (state !== 'Closed') return { kind: 'draft', title: t('draft'), lines: draftLines(inspection, format) };
  const late = lateFromRevision === null ? [] : [t('lateExcluded')];
  if (approvedAt) {
    const approved = t('approvedOn', { moment: moment(approvedAt), name: people.approvedBy ?? '' });
    return { kind: 'approved', title: t('approved'), lines: [approved, ...late] };
  }
  return late.length === 0 ? undefined : { kind: 'late', title: t('lateAnswers'), lines: late };
};

const draftLines = (
  { missing, items, returns }: ReportFacts['inspection'],
  { t, moment, name }: ReportFormat,
): string[] => {
  const count = missing.length + items.reduce((sum, item) => sum + item.missing.length, 0);
  const [returned] = returns;
  return [
    count === 0 ? t('draftMeaning') : `${t('draftMeaning')} ${t('missing', { count })}`,
    ...(returned
      ? [t('returned', { moment: moment(returned.returnedAt), name: name(returned.userName) })]
      : []),
    ...(returned?.comment ? [returned.comment] : []),
  ];
};

export type FrontFact = { name: string; value: string };

/** The facts at the top of the report: what was inspected, by whom and when. */
export const frontFacts = (facts: ReportFacts, format: ReportFormat): FrontFact[] => {
  const { inspection, people, addresses } = facts;
  const { t, moment } = format;
  const [item, ...otherItems] = inspection.items;
  const ended = inspection.endedAt && moment(inspection.endedAt);
  const isByAnother = people.completedBy !== null && people.completedBy !== people.inspector;
  const known: [string, string | null | undefined][] = [
    [t('task'), inspection.externalId],
    [t('period'), planned(facts, format)],
    [
      otherItems.length === 0 ? t('item') : t('items'),
      item && (otherItems.length === 0 ? formatItem(item, addresses) : String(inspection.items.length)),
    ],
    [t('workbook'), `${inspection.workbookTitle} ${inspection.workbookVersion}`],
    [t('team'), inspection.teamTitle],
    [t('inspector'), people.inspector],
    [t('started'), moment(inspection.startedAt)],
    [t('completed'), ended && isByAnother ? t('by', { moment: ended, name: people.completedBy! }) : ended],
  ];
  return known.flatMap(([name, value]) => (value ? [{ name, value }] : []));
};

const formatItem = (
  { itemId, title, externalId }: { itemId: string; title: string; externalId: string },
  addresses: ReportFacts['addresses'],
): string => [`${title} (${externalId})`, addresses[itemId]].filter(Boolean).join('\n');

const planned = ({ task }: ReportFacts, { t, moment }: ReportFormat): string | undefined => {
  const start = task?.startDate && moment(task.startDate);
  const due = task?.dueDate && moment(task.dueDate);
  if (start && due) return `${t('from', { start })}\n${t('until', { due })}`;
  if (start) return t('from', { start });
  return due ? t('until', { due }) : undefined;
};
