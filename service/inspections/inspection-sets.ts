import type { Database } from '#service/database/connect.ts';
import { nextTurn } from '#service/http/in-slices.ts';
import type { AnswerFault } from '#workbook-engine/answer.ts';
import type { Form } from '#workbook-engine/form.ts';
import { resultOf, setAsideOf } from '#workbook-engine/form-result.ts';
import { type Remarks, readSaid, type Said } from './answer-queries.ts';
import { uploadsMissing } from './arrived-uploads.ts';
import { type InspectedItem, type InspectionView, listInspectedItems } from './inspection-queries.ts';
import { circumstancesOf, type Judged, judgeAnswers } from './judge-answers.ts';

/** What is said of one item, or of an inspection without items, and what it comes to. */
export type AnswerSet = Judged & {
  /** Absent in an inspection without items. */
  item: InspectedItem | undefined;
  /** 0 without items, else the place of the item. */
  place: number;
  remarks: Remarks;
};

/** Of a thousand items each may take its time: others are served in between. */
const MOMENT_MS = 10;

const NOTHING: Said = { answers: {}, remarks: {} };

/** Every item of an inspection with its answers as they stand now; one set where there are no items. */
export const readAnswerSets = async (
  db: Database,
  {
    tenantId,
    inspection,
    form,
    now,
  }: { tenantId: number; inspection: InspectionView; form: Form; now: number },
): Promise<AnswerSet[]> => {
  const items = await listInspectedItems(db, tenantId, inspection.inspection_id);
  const said = await readSaid(db, tenantId, inspection.inspection_id);
  const circumstances = circumstancesOf(inspection, now);
  const sets: AnswerSet[] = [];
  let began = performance.now();
  for (const item of items.length > 0 ? items : [undefined]) {
    if (performance.now() - began > MOMENT_MS) {
      await nextTurn();
      began = performance.now();
    }
    const { answers, remarks } = said.get(item?.item_id ?? null) ?? NOTHING;
    sets.push({
      item,
      place: item?.position ?? 0,
      remarks,
      ...(await judgeAnswers(form, answers, circumstances)),
    });
  }
  return sets;
};

/** What a set says, as it is shown and kept. */
export const resultOfSet = ({ filled, remarks, failures }: AnswerSet) => ({
  answers: resultOf(filled),
  setAside: setAsideOf(filled),
  remarks,
  failures: failures.map(({ field }) => field),
});

/** A path in a set as it is told to who sees all of them. */
export const pathInSet = ({ item }: AnswerSet, field: string): string =>
  item ? `items[${item.external_id}].${field}` : field;

/** What keeps a set from being complete: missing and unfit answers, and uploads that have not arrived. */
export const whatIsMissing = (set: AnswerSet, arrived: ReadonlySet<string>): AnswerFault[] => [
  ...set.faults,
  ...uploadsMissing(set, arrived),
];
