import type { Language } from '#i18n/languages.ts';
import type { Owner } from '#inspector/store/device-identity.ts';
import { type FrontFact, frontFacts, type ReportStatus, reportStatus } from '#report/front.ts';
import type { ReportData } from '#report/report-data.ts';
import { createFormat, type ReportFormat, type ReportTextOf } from '#report/report-format.ts';
import { buildReportItems, type ReportItem } from '#report/report-items.ts';
import { numberPictures } from './number-pictures.ts';
import { type FollowUpDraft, type ReportSource, reportDataOnDevice } from './report-data-on-device.ts';

/** A report as text, ready to render. */
export type DeviceReport = {
  data: ReportData;
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
  const { data, drafts, isTooMuch } = reportDataOnDevice(source, settings);
  const format = createFormat(data, t);
  const sets = isTooMuch ? [] : buildReportItems(data, format);
  return {
    ...{ data, format, sets, drafts, isTooMuch },
    status: reportStatus(data, format),
    front: frontFacts(data, format),
    numbers: numberPictures(sets),
  };
};
