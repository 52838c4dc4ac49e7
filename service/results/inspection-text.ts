import type { List } from '#service/database/ad-hoc-queries.ts';
import { type InspectionFacts, inspectionRowText } from './present-inspection-row.ts';

/** One inspection per line (NDJSON). */
export async function* inspectionLines({ rows, rest }: List<InspectionFacts>): AsyncGenerator<string> {
  const lines = (batch: readonly InspectionFacts[]) =>
    batch.map((row) => `${inspectionRowText(row)}\n`).join('');
  yield lines(rows);
  for await (const batch of rest ?? []) yield lines(batch);
}

const BEGIN = '{"inspections":[';
const end = (next: string | undefined) => `],"next":${JSON.stringify(next ?? null)}}`;

/** A page of `size` inspections as JSON. `rows` has one more row if there is another page. */
export const inspectionPageText = (rows: readonly InspectionFacts[], size: number): string => {
  const shown = rows.slice(0, size);
  const next = rows.length > size ? shown.at(-1)!.inspection_id : undefined;
  return `${BEGIN}${shown.map(inspectionRowText).join(',')}${end(next)}`;
};

/** The same for streamed inspections, piece by piece. */
export async function* inspectionPagePieces(
  { rows, rest }: List<InspectionFacts>,
  size: number,
): AsyncGenerator<string> {
  let count = 0;
  let last: string | undefined;
  let next: string | undefined;
  const piece = (batch: readonly InspectionFacts[]) => {
    let text = '';
    for (const row of batch) {
      if (count === size) {
        next = last;
        break;
      }
      text += `${count === 0 ? '' : ','}${inspectionRowText(row)}`;
      count++;
      last = row.inspection_id;
    }
    return text;
  };
  yield BEGIN + piece(rows);
  for await (const batch of rest ?? []) yield piece(batch);
  yield end(next);
}
