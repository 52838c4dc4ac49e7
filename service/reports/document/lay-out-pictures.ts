import { formatCaption } from '#report/format-upload.ts';
import type { ReportData } from '#report/report-data.ts';
import type { ReportFormat } from '#report/report-format.ts';
import { type Block, createBlock } from './keep-together.ts';
import type { Node } from './report-node.ts';
import { CONTENT_WIDTH, createSmallText } from './report-style.ts';

/** Numbers a report's pictures in layout order. */
export type Gallery = {
  /** One or two pictures can be larger. */
  layOut(uploads: readonly string[], canBeLarge: boolean): Block[];
};

const GAP = 10;
const MAX_HEIGHT = 168;
const ROW_LINES = 15;

export const createGallery = ({ uploads }: Pick<ReportData, 'uploads'>, format: ReportFormat): Gallery => {
  let count = 0;
  const layOutPicture = (id: string, width: number): Node => {
    const upload = uploads[id];
    const number = format.t('picture', { number: ++count });
    if (!upload?.isPicture) {
      return {
        stack: [createSmallText(`${number} · ${upload?.fileName ?? format.t('notReceived')}`)],
        width,
      };
    }
    const caption = formatCaption(number, upload, format);
    return {
      stack: [
        { image: id, fit: [width, MAX_HEIGHT] },
        createSmallText(caption.join('\n'), { margin: [0, 3, 0, 0] }),
      ],
      width,
    };
  };
  return {
    layOut: (ids, canBeLarge) => {
      const picturesPerRow = canBeLarge && ids.length <= 2 ? 2 : 3;
      const width = (CONTENT_WIDTH - GAP * (picturesPerRow - 1)) / picturesPerRow;
      return Array.from({ length: Math.ceil(ids.length / picturesPerRow) }, (_, row) =>
        createBlock(
          {
            columns: ids
              .slice(row * picturesPerRow, (row + 1) * picturesPerRow)
              .map((id) => layOutPicture(id, width)),
            columnGap: GAP,
            margin: [0, row === 0 ? 3 : 8, 0, 0],
          },
          ROW_LINES,
        ),
      );
    },
  };
};
