import type { ReportFacts } from '#report/report-facts.ts';
import type { Speech } from '#report/speech.ts';
import { captionLines } from '#report/word-upload.ts';
import { type Block, block } from './keep-together.ts';
import type { Node } from './report-node.ts';
import { MEASURE, small } from './report-style.ts';

/** Gives the pictures of a report their numbers, in the order in which they are laid out. */
export type Gallery = {
  /** Pictures in rows, each with its number and what its camera knew. Two answers may be larger than the rest. */
  layOut(uploads: readonly string[], mayBeLarge: boolean): Block[];
};

const GAP = 10;
const HIGHEST = 168;
const ROW_LINES = 15;

export const galleryOf = ({ uploads }: Pick<ReportFacts, 'uploads'>, speech: Speech): Gallery => {
  let shown = 0;
  const layOutOne = (id: string, width: number): Node => {
    const upload = uploads[id];
    const number = speech.words.picture(++shown);
    if (!upload?.isPicture) {
      return { stack: [small(`${number} · ${upload?.fileName ?? speech.words.notArrived}`)], width };
    }
    const caption = captionLines(number, upload, speech);
    return {
      stack: [{ image: id, fit: [width, HIGHEST] }, small(caption.join('\n'), { margin: [0, 3, 0, 0] })],
      width,
    };
  };
  return {
    layOut: (ids, mayBeLarge) => {
      const perRow = mayBeLarge && ids.length <= 2 ? 2 : 3;
      const width = (MEASURE - GAP * (perRow - 1)) / perRow;
      return Array.from({ length: Math.ceil(ids.length / perRow) }, (_, row) =>
        block(
          {
            columns: ids.slice(row * perRow, (row + 1) * perRow).map((id) => layOutOne(id, width)),
            columnGap: GAP,
            margin: [0, row === 0 ? 3 : 8, 0, 0],
          },
          ROW_LINES,
        ),
      );
    },
  };
};
