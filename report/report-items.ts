import { compileForm } from '#workbook-engine/compile-form.ts';
import { createTotals } from '#workbook-engine/expressions/budget.ts';
import { buildItemContent, groupIntoSections, type ItemContent } from './item-content.ts';
import type { ItemAnswers, ReportData, ReportedItem } from './report-data.ts';
import type { ReportFormat } from './report-format.ts';

/** The answers for an item, or for an inspection without items. If there is only one, it has no heading. */
type ItemSource = { itemAnswers: ItemAnswers; itemId: string | null; heading: ReportedItem | undefined };
export type ReportItem = ItemSource & ItemContent;

/** Builds the report's content, item by item. `onAnswer` is called for each answer and may throw to stop. */
export const buildReportItems = (
  data: ReportData,
  format: ReportFormat,
  onAnswer = () => {},
): ReportItem[] => {
  const { form } = compileForm({ fields: data.fields });
  const context = { data, form: groupIntoSections(form), format, labelTotals: createTotals(), onAnswer };
  return listSources(data.inspection).map((source) => ({ ...source, ...buildItemContent(context, source) }));
};

/** A single item needs no heading, because the first page shows it. */
const listSources = (inspection: ReportData['inspection']): ItemSource[] => {
  const { items } = inspection;
  if (items.length === 0) return [{ itemAnswers: inspection, itemId: null, heading: undefined }];
  return items.map((item) => ({
    itemAnswers: item,
    itemId: item.itemId,
    heading: items.length === 1 ? undefined : item,
  }));
};
