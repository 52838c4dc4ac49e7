import type { ReportFacts } from './report-facts.ts';
import type { Node, TextNode } from './report-node.ts';
import { boxLook, boxPadding, COLOURS, MEASURE, SIZES, small } from './report-style.ts';
import type { Speech } from './speech.ts';

/** The head of the first page: what was inspected, in which state it is, and who did it when. */
export const layOutFront = (facts: ReportFacts, speech: Speech): Node[] => {
  const { inspection } = facts;
  const { words } = speech;
  return [
    { text: words.report.toUpperCase(), ...KICKER },
    {
      text: inspection.title,
      fontSize: SIZES.title,
      bold: true,
      lineHeight: 0.95,
      outline: true,
      id: 'report',
      margin: [0, 2, 0, 0],
    },
    ...banner(facts, speech),
    factGrid(factsOf(facts, speech)),
  ];
};

/** What the inspector was asked to do. It may be longer than a page, and stands below what has failed. */
export const layOutDescription = ({ task }: ReportFacts, { words }: Speech): Node[] =>
  task?.description
    ? [
        small(words.description, { margin: [0, 16, 0, 0] }),
        { text: task.description, margin: [0, 1, 0, 0], lineHeight: 1.15 },
      ]
    : [];

const KICKER = {
  fontSize: SIZES.small,
  bold: true,
  characterSpacing: 0.5,
  color: COLOURS.accent,
} as const satisfies Partial<TextNode>;

const banner = ({ inspection, people }: ReportFacts, speech: Speech): Node[] => {
  const { words, moment } = speech;
  const { state, approvedAt, canceledAt, lateFrom } = inspection;
  if (state === 'Canceled') {
    const lines = [canceledAt ? words.cancelledOn(moment(canceledAt)) : words.cancelledMeaning];
    if (lateFrom !== null) lines.push(words.late);
    return [box(words.cancelled, [lines.join(' ')], COLOURS.cancelled, COLOURS.cancelledTint)];
  }
  if (state !== 'Closed') {
    return [box(words.draft, draftLines(inspection, speech), COLOURS.draft, COLOURS.draftTint)];
  }
  const late = lateFrom === null ? [] : [words.lateApart];
  if (approvedAt) {
    const lines = [words.approvedOn(moment(approvedAt), people.approvedBy ?? ''), ...late];
    return [box(words.approved, lines, COLOURS.approved, COLOURS.approvedTint)];
  }
  return late.length === 0 ? [] : [box(words.lateAnswers, late, COLOURS.draft, COLOURS.draftTint)];
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

const box = (title: string, lines: readonly string[], colour: string, tint: string): Node => ({
  table: {
    widths: [MEASURE - boxPadding(1)],
    body: [
      [
        {
          stack: [
            { text: title, bold: true, color: colour, fontSize: SIZES.subsection },
            ...lines.map((text) => ({ text })),
          ],
          fillColor: tint,
        },
      ],
    ],
  },
  layout: boxLook(colour),
  margin: [0, 14, 0, 0],
});

type Fact = { name: string; value: string };

const factsOf = (facts: ReportFacts, speech: Speech): Fact[] => {
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
    [words.made, words.ofRevision(moment(facts.madeAt), toldRevision(inspection))],
    [words.timeZone, inspection.timeZone],
  ];
  return known.flatMap(([name, value]) => (value ? [{ name, value }] : []));
};

/** Up to which revision it tells what was said: what came after the completion is not part of it. */
const toldRevision = ({ state, lateFrom, revision }: ReportFacts['inspection']): number =>
  state === 'Closed' && lateFrom !== null ? lateFrom - 1 : revision;

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

const COLUMNS = 2;
const COLUMN_GAP = 20;

/** Names above values, in two columns. */
const factGrid = (facts: readonly Fact[]): Node => ({
  stack: Array.from({ length: Math.ceil(facts.length / COLUMNS) }, (_, row) => ({
    columns: Array.from({ length: COLUMNS }, (_, column) => {
      const fact = facts[row * COLUMNS + column];
      const width = (MEASURE - COLUMN_GAP) / COLUMNS;
      return fact ? { stack: [small(fact.name), { text: fact.value }], width } : { text: '', width };
    }),
    columnGap: COLUMN_GAP,
    margin: [0, 8, 0, 0] as [number, number, number, number],
  })),
  margin: [0, 8, 0, 0],
});
