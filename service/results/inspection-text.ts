import type { List } from '#service/database/ad-hoc-queries.ts';
import { inspectionRowText, type NamedInspectionRow } from './present-inspection-row.ts';

/** Streams inspections as NDJSON. */
export async function* inspectionLines({ rows, rest }: List<NamedInspectionRow>): AsyncGenerator<string> {
  const lines = (batch: readonly NamedInspectionRow[]) =>
    batch.map((row) => `${inspectionRowText(row)}\n`).join('');
  yield lines(rows);
  for await (const batch of rest ?? []) yield lines(batch);
}

const BEGIN = '{"inspections":[';
const end = (next: string | undefined) => `],"next":${JSON.stringify(next ?? null)}}`;

/** Formats a page of inspections as JSON. `rows` has more than `size` rows if there is another page. */
export const inspectionPageText = (rows: readonly NamedInspectionRow[], size: number): string => {
  const page = rows.slice(0, size);
  const next = rows.length > size ? page.at(-1)!.inspection_id : undefined;
  return `${BEGIN}${page.map(inspectionRowText).join(',')}${end(next)}`;
};

/** Like `inspectionPageText`, for streamed inspections. */
export async function* inspectionPagePieces(
  { rows, rest }: List<NamedInspectionRow>,
  size: number,
): AsyncGenerator<string> {
  let count = 0;
  let last: string | undefined;
  let next: string | undefined;
  const piece = (batch: readonly NamedInspectionRow[]) => {
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
