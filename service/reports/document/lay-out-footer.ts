import type { Speech } from '#report/speech.ts';
import type { Margin, Node } from './report-node.ts';
import { PAGE, small } from './report-style.ts';

const MARGIN: Margin = [PAGE.margins[0], 22, PAGE.margins[2], 0];
const PAGE_NUMBER_WIDTH = 110;
const LONGEST_TITLE = 80;

/** What the report is about, on every page, and which page this is of how many. */
export const layOutFooter =
  (about: readonly string[], { words }: Speech) =>
  (page: number, pages: number): Node => ({
    columns: [
      small(shortened(about.filter((part) => part !== '').join(' · ')), { width: '*' }),
      small(words.page(page, pages), { alignment: 'right', width: PAGE_NUMBER_WIDTH }),
    ],
    margin: MARGIN,
  });

/** A footer is one line. */
const shortened = (text: string): string => {
  const line = text.replaceAll('\n', ' ');
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
};
