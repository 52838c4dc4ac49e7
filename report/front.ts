import type { ReportFacts } from './report-facts.ts';
import type { Speech } from './speech.ts';

/** How far the inspection has come, where there is more to say than that it is complete. */
export type Standing = {
  kind: 'draft' | 'approved' | 'late' | 'cancelled';
  title: string;
  lines: readonly string[];
};

export const standingOf = ({ inspection, people }: ReportFacts, speech: Speech): Standing | undefined => {
  const { words, moment } = speech;
  const { state, approvedAt, canceledAt, lateFrom } = inspection;
  if (state === 'Canceled') {
    const lines = [canceledAt ? words.cancelledOn(moment(canceledAt)) : words.cancelledMeaning];
    if (lateFrom !== null) lines.push(words.late);
    return { kind: 'cancelled', title: words.cancelled, lines: [lines.join(' ')] };
  }
  if (state !== 'Closed') return { kind: 'draft', title: words.draft, lines: draftLines(inspection, speech) };
  const late = lateFrom === null ? [] : [words.lateApart];
  if (approvedAt) {
    const approved = words.approvedOn(moment(approvedAt), people.approvedBy ?? '');
    return { kind: 'approved', title: words.approved, lines: [approved, ...late] };
  }
  return late.length === 0 ? undefined : { kind: 'late', title: words.lateAnswers, lines: late };
};

const draftLines = (
  { missing, items, returns }: ReportFacts['inspection'],
  { words, moment, name }: Speech,
): string[] => {
  const count = missing.length + items.reduce((sum, item) => sum + item.missing.length, 0);
  const [returned] = returns;
  return [
    count === 0 ? words.draftMeaning : `${words.draftMeaning} ${words.missing(count)}`,
    ...(returned ? [words.returned(moment(returned.returnedAt), name(returned.userName))] : []),
    ...(returned?.comment ? [returned.comment] : []),
  ];
};

export type FrontFact = { name: string; value: string };

/** What was inspected, by whom and when. */
export const frontFacts = (facts: ReportFacts, speech: Speech): FrontFact[] => {
  const { inspection, people, addresses } = facts;
  const { words, moment } = speech;
  const [item, ...otherItems] = inspection.items;
  const ended = inspection.endedAt && moment(inspection.endedAt);
  const isByAnother = people.completedBy !== null && people.completedBy !== people.inspector;
  const known: [string, string | null | undefined][] = [
    [words.task, inspection.externalId],
    [words.planned, planned(facts, speech)],
    [
      otherItems.length === 0 ? words.item : words.items,
      item && (otherItems.length === 0 ? wordItem(item, addresses) : String(inspection.items.length)),
    ],
    [words.workbook, `${inspection.workbookTitle} ${inspection.workbookVersion}`],
    [words.team, inspection.teamTitle],
    [words.inspector, people.inspector],
    [words.started, moment(inspection.startedAt)],
    [words.completed, ended && isByAnother ? words.by(ended, people.completedBy!) : ended],
  ];
  return known.flatMap(([name, value]) => (value ? [{ name, value }] : []));
};

const wordItem = (
  { itemId, title, externalId }: { itemId: string; title: string; externalId: string },
  addresses: ReportFacts['addresses'],
): string => [`${title} (${externalId})`, addresses[itemId]].filter(Boolean).join('\n');

const planned = ({ task }: ReportFacts, { words, moment }: Speech): string | undefined => {
  const start = task?.startDate && moment(task.startDate);
  const due = task?.dueDate && moment(task.dueDate);
  if (start && due) return `${words.from(start)}\n${words.until(due)}`;
  if (start) return words.from(start);
  return due ? words.until(due) : undefined;
};
