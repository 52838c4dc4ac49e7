import { compileForm } from '#workbook-engine/compile-form.ts';
import { buildItemContent, type ItemContent, sectionsOf } from './item-content.ts';
import type { ItemAnswers, ReportedItem, ReportFacts } from './report-facts.ts';
import type { ReportFormat } from './report-format.ts';

/** One item of a report, or the whole inspection without items. The heading is absent if there is only one. */
type ItemSource = { set: ItemAnswers; itemId: string | null; heading: ReportedItem | undefined };
export type ReportItem = ItemSource & ItemContent;

/** The content of the report, item by item. `onAnswer` is called for each answer and may throw to stop. */
export const buildReportItems = (
  facts: ReportFacts,
  format: ReportFormat,
  onAnswer = () => {},
): ReportItem[] => {
  const { form } = compileForm({ fields: facts.fields });
  const context = { facts, form: sectionsOf(form), format, onAnswer };
  return setsOf(facts.inspection).map((one) => ({ ...one, ...buildItemContent(context, one) }));
};

/** One per item. A single item is shown on the first page and needs no heading. */
const setsOf = (inspection: ReportFacts['inspection']): ItemSource[] => {
  const { items } = inspection;
  if (items.length === 0) return [{ set: inspection, itemId: null, heading: undefined }];
  return items.map((item) => ({
    set: item,
    itemId: item.itemId,
    heading: items.length === 1 ? undefined : item,
  }));
};
