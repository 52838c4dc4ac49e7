import { compileForm } from '#workbook-engine/compile-form.ts';
import type { ReportedItem, ReportFacts, SaidOfOne } from './report-facts.ts';
import { type Said, saidParts, sectionsOf } from './said-parts.ts';
import type { Speech } from './speech.ts';

/** One item of a report or, without items, all of it. The heading is absent where there is only one. */
type SetOfOne = { set: SaidOfOne; itemId: string | null; heading: ReportedItem | undefined };
export type SaidSet = SetOfOne & Said;

/** Everything that was said, item by item. `onAnswer` hears of each answer while it is read, and may throw. */
export const saidSets = (facts: ReportFacts, speech: Speech, onAnswer = () => {}): SaidSet[] => {
  const { form } = compileForm({ fields: facts.fields });
  const asked = { facts, form: sectionsOf(form), speech, onAnswer };
  return setsOf(facts.inspection).map((one) => ({ ...one, ...saidParts(asked, one) }));
};

/** One for each item; the only one stands on the first page and needs no heading. */
const setsOf = (inspection: ReportFacts['inspection']): SetOfOne[] => {
  const { items } = inspection;
  if (items.length === 0) return [{ set: inspection, itemId: null, heading: undefined }];
  return items.map((item) => ({
    set: item,
    itemId: item.itemId,
    heading: items.length === 1 ? undefined : item,
  }));
};
