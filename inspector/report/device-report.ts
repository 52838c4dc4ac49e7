import type { Language } from '#i18n/languages.ts';
import type { Owner } from '#inspector/store/device-identity.ts';
import { determineReportStatus, listFrontFacts } from '#report/front.ts';
import { buildReportItems, type ReportItem, type ReportPart } from '#report/item-content.ts';
import { createReportFormat, type ReportTranslator } from '#report/report-format.ts';
import { buildReportDataOnDevice, type ReportSource } from './report-data-on-device.ts';

export const buildReport = (
  source: ReportSource,
  { t, ...settings }: { owner: Owner; language: Language; now: number; t: ReportTranslator },
) => {
  const { data, expectedFollowUps, exceedsLimits } = buildReportDataOnDevice(source, settings);
  const format = createReportFormat(data, t);
  const sets = exceedsLimits ? [] : buildReportItems(data, format);
  return {
    ...{ data, format, sets, expectedFollowUps, exceedsLimits },
    status: determineReportStatus(data, format),
    front: listFrontFacts(data, format),
    pictureNumbers: numberPictures(sets),
  };
};

export type DeviceReport = ReturnType<typeof buildReport>;

/** Numbers the pictures by ID, in the same order as the server's report. */
const numberPictures = (sets: readonly ReportItem[]): ReadonlyMap<string, number> =>
  new Map(sets.flatMap(({ parts }) => parts.flatMap(listPictureIds)).map((id, index) => [id, index + 1]));

/** Signatures and files are not numbered. */
const listPictureIds = (part: ReportPart): readonly string[] => {
  switch (part.kind) {
    case 'answer':
      return [...(part.type === 'photo' ? part.uploads : []), ...part.commentPictures];
    case 'section':
      return part.parts.flatMap(listPictureIds);
    case 'repeat':
      return [
        ...part.commentPictures,
        ...part.instances.flatMap((instance) => instance.flatMap(listPictureIds)),
      ];
  }
};
