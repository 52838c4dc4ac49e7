import type { ReportedItem, ReportFacts } from '#report/report-facts.ts';
import { saidSets } from '#report/said-set.ts';
import { speechOf } from '#report/speech.ts';
import { block, linesOf, underHeading } from './keep-together.ts';
import { layOutFailures } from './lay-out-failures.ts';
import { layOutFooter } from './lay-out-footer.ts';
import { layOutDescription, layOutFront } from './lay-out-front.ts';
import { layOutParts } from './lay-out-parts.ts';
import { galleryOf } from './lay-out-pictures.ts';
import { type CanShow, makePrintable, printable } from './printable.ts';
import type { Node, ReportDocument } from './report-node.ts';
import { COLOURS, FONT, PAGE, SIZES, small, space } from './report-style.ts';

/** Those of questions and answers together. Some 600 pages, which take seven seconds and 500 MB: 35 µs and 2 KB a word. */
const MOST_WORDS = 200_000;

/** What an inspection says is more than a report is made of. */
export class ReportTooLong extends Error {
  readonly most = MOST_WORDS;
}

/** The description of a report, from which pdfmake makes pages. */
export const composeReport = (facts: ReportFacts, canShow: CanShow): ReportDocument => {
  const { inspection, uploads, language, madeAt } = facts;
  const speech = speechOf(facts);
  const sets = saidSets(facts, speech, countAnswers());
  const layout = {
    speech,
    uploads,
    gallery: galleryOf(facts, speech),
    // A bookmark leads to each item, or where there is one only, to each section.
    bookmarksSections: inspection.items.length <= 1,
  };
  const said = sets.flatMap((set) => {
    const parts = layOutParts(set.parts, layout);
    if (set.heading) return underHeading(itemHeading(set.heading, facts), parts);
    // Headings bring their own room above.
    return set.parts[0]?.kind === 'answer' ? [{ node: space(ABOVE_ROWS), lines: 1 }, ...parts] : parts;
  });
  const front = layOutFront(facts, speech);
  const rest = [
    ...layOutFailures(sets, facts, speech),
    ...layOutDescription(facts, speech),
    ...said.map(({ node }) => node),
  ];
  const { isWhole, words } = makePrintable([...front, ...rest], canShow);
  if (words > MOST_WORDS) throw new ReportTooLong();
  const note = isWhole ? [] : [small(speech.words.replaced, { margin: [0, 14, 0, 0] })];
  const shown = (text: string) => printable(text, canShow).text;
  return {
    content: [...front, ...note, ...rest],
    footer: layOutFooter([inspection.externalId ?? '', inspection.title].map(shown), speech),
    pageSize: 'A4',
    pageMargins: PAGE.margins,
    defaultStyle: { font: FONT, fontSize: SIZES.text, color: COLOURS.ink },
    language,
    info: { title: shown(inspection.title), creationDate: madeAt },
    displayTitle: true,
  };
};

/**
 * Refuses answers of which there are surely too many words, while they are read: a thousand items with two thousand
 * questions each would need more memory than there is before they are all read.
 */
const countAnswers = () => {
  let answers = 0;
  return () => {
    if (++answers > MOST_WORDS / FEWEST_WORDS) throw new ReportTooLong();
  };
};

/** Of a question and its answer, or the dash in its place. */
const FEWEST_WORDS = 2;

const ABOVE_ROWS = 18;
const TITLE_CHARACTERS = 50;

const itemHeading = ({ itemId, title, externalId }: ReportedItem, { addresses }: ReportFacts) => {
  const address = addresses[itemId];
  const below: Node[] = address ? [small(address, { margin: [0, 1, 0, 0] })] : [];
  const node: Node = {
    stack: [
      {
        text: [{ text: title }, { text: `   ${externalId}`, fontSize: SIZES.text, color: COLOURS.muted }],
        bold: true,
        fontSize: SIZES.item,
        color: COLOURS.accent,
        outline: true,
        outlineText: title,
      },
      ...below,
    ],
    margin: [0, 28, 0, 0],
  };
  return block(
    node,
    linesOf(title + externalId, TITLE_CHARACTERS) + linesOf(address ?? '', TITLE_CHARACTERS) + 3,
  );
};
