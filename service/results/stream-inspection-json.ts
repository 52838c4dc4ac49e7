import type { List } from '#service/database/ad-hoc-queries.ts';
import { formatInspectionRow, type NamedInspectionRow } from './format-inspection-row.ts';

export async function* streamInspectionLines({
  rows,
  rest,
}: List<NamedInspectionRow>): AsyncGenerator<string> {
  const formatLines = (batch: readonly NamedInspectionRow[]) =>
    batch.map((row) => `${formatInspectionRow(row)}\n`).join('');
  yield formatLines(rows);
  for await (const batch of rest ?? []) yield formatLines(batch);
}

const PAGE_START = '{"inspections":[';
const formatPageEnd = (next: string | undefined) => `],"next":${JSON.stringify(next ?? null)}}`;

/** `rows` has more than `size` rows if there is another page. */
export const formatInspectionPage = (rows: readonly NamedInspectionRow[], size: number): string => {
  const page = rows.slice(0, size);
  const next = rows.length > size ? page.at(-1)!.id : undefined;
  return `${PAGE_START}${page.map(formatInspectionRow).join(',')}${formatPageEnd(next)}`;
};

export async function* streamInspectionPage(
  { rows, rest }: List<NamedInspectionRow>,
  size: number,
): AsyncGenerator<string> {
  let count = 0;
  let lastId: string | undefined;
  let next: string | undefined;
  const formatBatch = (batch: readonly NamedInspectionRow[]) => {
    let text = '';
    for (const row of batch) {
      if (count === size) {
        next = lastId;
        break;
      }
      text += `${count === 0 ? '' : ','}${formatInspectionRow(row)}`;
      count++;
      lastId = row.id;
    }
    return text;
  };
  yield PAGE_START + formatBatch(rows);
  for await (const batch of rest ?? []) yield formatBatch(batch);
  yield formatPageEnd(next);
}
