import { buildReportItems } from '#report/item-content.ts';
import type { ReportData, ReportedItem } from '#report/report-data.ts';
import { createReportFormat, type ReportTranslator } from '#report/report-format.ts';
import { createBlock, estimateLines, placeUnderHeading } from './keep-together.ts';
import { layOutFailures } from './lay-out-failures.ts';
import { layOutFooter } from './lay-out-footer.ts';
import { layOutDescription, layOutFront } from './lay-out-front.ts';
import { layOutParts } from './lay-out-parts.ts';
import { createGallery } from './lay-out-pictures.ts';
import { type CanShow, makePrintable, replaceUnprintable } from './printable.ts';
import type { Node, ReportDocument } from './report-node.ts';
import { COLORS, createSmallText, createSpace, FONT, PAGE, SIZES } from './report-style.ts';

/** About 600 pages, which take 7 s and 500 MB to render (35 µs and 2 KB per word). */
const MAX_WORDS = 200_000;

export class ReportTooLongError extends Error {
  readonly max = MAX_WORDS;
}

export const composeReport = (data: ReportData, canShow: CanShow, t: ReportTranslator): ReportDocument => {
  const { inspection, uploads, language, createdAt } = data;
  const format = createReportFormat(data, t);
  const items = buildReportItems(data, format, createAnswerCounter());
  const context = {
    format,
    uploads,
    gallery: createGallery(data, format),
    // Bookmarks lead to items or, if there is at most one, to sections.
    hasSectionBookmarks: inspection.items.length <= 1,
  };
  const content = items.flatMap((item) => {
    const parts = layOutParts(item.parts, context);
    if (item.heading) return placeUnderHeading(layOutItemHeading(item.heading, data), parts);
    // Headings have space above them, but answers do not.
    return item.parts[0]?.kind === 'answer'
      ? [{ node: createSpace(SPACE_ABOVE_ROWS), lines: 1 }, ...parts]
      : parts;
  });
  const front = layOutFront(data, format);
  const body = [
    ...layOutFailures(items, data, format),
    ...layOutDescription(data, format),
    ...content.map(({ node }) => node),
  ];
  const { isComplete, words } = makePrintable([...front, ...body], canShow);
  if (words > MAX_WORDS) throw new ReportTooLongError();
  const note = isComplete ? [] : [createSmallText(format.t('replaced'), { margin: [0, 14, 0, 0] })];
  const toPrintable = (text: string) => replaceUnprintable(text, canShow).text;
  return {
    content: [...front, ...note, ...body],
    footer: layOutFooter([inspection.externalId ?? '', inspection.title].map(toPrintable), format),
    pageSize: 'A4',
    pageMargins: PAGE.margins,
    defaultStyle: { font: FONT, fontSize: SIZES.text, color: COLORS.ink },
    language,
    info: { title: toPrintable(inspection.title), creationDate: createdAt },
    displayTitle: true,
  };
};

/** A thousand items with two thousand questions each would exhaust memory before their words could be counted. */
const createAnswerCounter = () => {
  let answers = 0;
  return () => {
    if (++answers > MAX_WORDS / MIN_WORDS_PER_ANSWER) throw new ReportTooLongError();
  };
};

/** A label, and a dash for a missing answer. */
const MIN_WORDS_PER_ANSWER = 2;

const SPACE_ABOVE_ROWS = 18;
const TITLE_CHARACTERS = 50;

const layOutItemHeading = ({ itemId, title, externalId }: ReportedItem, { addresses }: ReportData) => {
  const address = addresses[itemId];
  const addressNodes: Node[] = address ? [createSmallText(address, { margin: [0, 1, 0, 0] })] : [];
  const node: Node = {
    stack: [
      {
        text: [{ text: title }, { text: `   ${externalId}`, fontSize: SIZES.text, color: COLORS.muted }],
        bold: true,
        fontSize: SIZES.item,
        color: COLORS.accent,
        outline: true,
        outlineText: title,
      },
      ...addressNodes,
    ],
    margin: [0, 28, 0, 0],
  };
  return createBlock(
    node,
    estimateLines(title + externalId, TITLE_CHARACTERS) + estimateLines(address ?? '', TITLE_CHARACTERS) + 3,
  );
};
