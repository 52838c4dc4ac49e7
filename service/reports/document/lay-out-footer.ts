import type { ReportFormat } from '#report/report-format.ts';
import type { Margin, Node } from './report-node.ts';
import { createSmallText, PAGE } from './report-style.ts';

const MARGIN: Margin = [PAGE.margins[0], 22, PAGE.margins[2], 0];
const PAGE_NUMBER_WIDTH = 110;
const MAX_TITLE_LENGTH = 80;

export const layOutFooter =
  (titleParts: readonly string[], { t }: ReportFormat) =>
  (page: number, pages: number): Node => ({
    columns: [
      createSmallText(shorten(titleParts.filter((part) => part !== '').join(' · ')), { width: '*' }),
      createSmallText(t('page', { page, pages }), { alignment: 'right', width: PAGE_NUMBER_WIDTH }),
    ],
    margin: MARGIN,
  });

const shorten = (text: string): string => {
  const line = text.replaceAll('\n', ' ');
  return line.length > MAX_TITLE_LENGTH ? `${line.slice(0, MAX_TITLE_LENGTH - 1)}…` : line;
};
