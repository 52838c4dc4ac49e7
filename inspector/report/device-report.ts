import type { Language } from '#i18n/languages.ts';
import type { Owner } from '#inspector/store/device-identity.ts';
import { type FrontFact, frontFacts, type ReportStatus, reportStatus } from '#report/front.ts';
import type { ReportFacts } from '#report/report-facts.ts';
import { createFormat, type ReportFormat, type ReportTextOf } from '#report/report-format.ts';
import { buildReportItems, type ReportItem } from '#report/report-items.ts';
import { type FollowUpDraft, factsOnDevice, type ReportSource } from './facts-on-device.ts';
import { numberPictures } from './number-pictures.ts';

/** A report as text, ready to render. */
export type DeviceReport = {
  facts: ReportFacts;
  format: ReportFormat;
  status: ReportStatus | undefined;
  front: readonly FrontFact[];
  sets: readonly ReportItem[];
  drafts: readonly FollowUpDraft[];
  /** The numbers of the pictures, by id. */
  numbers: ReadonlyMap<string, number>;
  isTooMuch: boolean;
};

export const buildReport = (
  source: ReportSource,
  { t, ...settings }: { owner: Owner; language: Language; now: number; t: ReportTextOf },
): DeviceReport => {
  const { facts, drafts, isTooMuch } = factsOnDevice(source, settings);
  const format = createFormat(facts, t);
  const sets = isTooMuch ? [] : buildReportItems(facts, format);
  return {
    ...{ facts, format, sets, drafts, isTooMuch },
    status: reportStatus(facts, format),
    front: frontFacts(facts, format),
    numbers: numberPictures(sets),
  };
};
