import type { Language } from '#i18n/languages.ts';
import type { Owner } from '#inspector/store/device-identity.ts';
import { determineReportStatus, type FrontFact, listFrontFacts, type ReportStatus } from '#report/front.ts';
import type { ReportData } from '#report/report-data.ts';
import { createFormat, type ReportFormat, type ReportTranslator } from '#report/report-format.ts';
import { buildReportItems, type ReportItem } from '#report/report-items.ts';
import { numberPictures } from './number-pictures.ts';
import {
  buildReportDataOnDevice,
  type ExpectedFollowUp,
  type ReportSource,
} from './report-data-on-device.ts';

/** A report as text, ready to be rendered. */
export type DeviceReport = {
  data: ReportData;
  format: ReportFormat;
  status: ReportStatus | undefined;
  front: readonly FrontFact[];
  sets: readonly ReportItem[];
  expectedFollowUps: readonly ExpectedFollowUp[];
  /** The numbers of the pictures, by ID. */
  numbers: ReadonlyMap<string, number>;
  exceedsLimits: boolean;
};

export const buildReport = (
  source: ReportSource,
  { t, ...settings }: { owner: Owner; language: Language; now: number; t: ReportTranslator },
): DeviceReport => {
  const { data, expectedFollowUps, exceedsLimits } = buildReportDataOnDevice(source, settings);
  const format = createFormat(data, t);
  const sets = exceedsLimits ? [] : buildReportItems(data, format);
  return {
    ...{ data, format, sets, expectedFollowUps, exceedsLimits },
    status: determineReportStatus(data, format),
    front: listFrontFacts(data, format),
    numbers: numberPictures(sets),
  };
};
