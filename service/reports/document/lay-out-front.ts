import { type FrontFact, frontFacts, type Standing, standingOf } from '#report/front.ts';
import type { ReportFacts } from '#report/report-facts.ts';
import type { Speech } from '#report/speech.ts';
import type { Node, TextNode } from './report-node.ts';
import { boxLook, boxPadding, COLOURS, MEASURE, SIZES, small } from './report-style.ts';

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
    factGrid(allFacts(facts, speech)),
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

const banner = (facts: ReportFacts, speech: Speech): Node[] => {
  const standing = standingOf(facts, speech);
  if (!standing) return [];
  const { kind, title, lines } = standing;
  return [box(title, lines, BOXES[kind])];
};

const BOXES: Readonly<Record<Standing['kind'], { colour: string; tint: string }>> = {
  cancelled: { colour: COLOURS.cancelled, tint: COLOURS.cancelledTint },
  draft: { colour: COLOURS.draft, tint: COLOURS.draftTint },
  approved: { colour: COLOURS.approved, tint: COLOURS.approvedTint },
  late: { colour: COLOURS.draft, tint: COLOURS.draftTint },
};

const box = (
  title: string,
  lines: readonly string[],
  { colour, tint }: { colour: string; tint: string },
): Node => ({
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

/** When it was made, and of what, below what is told of the inspection. */
const allFacts = (facts: ReportFacts, speech: Speech): FrontFact[] => {
  const { inspection, madeAt } = facts;
  const { words, moment } = speech;
  const made = words.ofRevision(moment(madeAt), toldRevision(inspection));
  return [
    ...frontFacts(facts, speech),
    { name: words.made, value: made },
    { name: words.timeZone, value: inspection.timeZone },
  ];
};

/** Up to which revision it tells what was said: what came after the completion is not part of it. */
const toldRevision = ({ state, lateFrom, revision }: ReportFacts['inspection']): number =>
  state === 'Closed' && lateFrom !== null ? lateFrom - 1 : revision;

const COLUMNS = 2;
const COLUMN_GAP = 20;

/** Names above values, in two columns. */
const factGrid = (facts: readonly FrontFact[]): Node => ({
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
