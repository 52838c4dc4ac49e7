import { readDay } from '#workbook-engine/iso-8601.ts';
import { type Block, block } from './keep-together.ts';
import type { ReportFacts } from './report-facts.ts';
import type { Node } from './report-node.ts';
import { MEASURE, small } from './report-style.ts';
import type { Speech } from './speech.ts';
import { wordPosition } from './word-answer.ts';

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
    const about = [number, wordTakenAt(upload.takenAt, speech)].filter((part) => part !== '').join(' · ');
    const caption = upload.position ? [about, wordPosition(upload.position, speech)] : [about];
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

/** A camera writes a local time without a zone: `2026-03-01T09:30:00`. */
const TAKEN_AT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/;

const wordTakenAt = (takenAt: string | null, speech: Speech): string => {
  const [, day, time] = TAKEN_AT.exec(takenAt ?? '') ?? [];
  // A camera may write any digits.
  if (day === undefined || time === undefined || readDay(day) === undefined) return '';
  return `${speech.day(day)}, ${time}`;
};
