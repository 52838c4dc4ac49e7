import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';
import type { Actor } from '#service/identity/actor.ts';
import { findVisibleInspection, readInspection } from '#service/inspections/read-inspection.ts';
import type { InspectionTools } from '#service/inspections/start-inspection.ts';
import type { ReportLanguage } from '#service/reports/document/report-words.ts';
import { gatherFacts } from './gather-facts.ts';
import { gatherPictures } from './gather-pictures.ts';
import type { Asking, ReportMakers } from './report-makers.ts';

export type ReportServices = { db: Database; files: Files; tools: InspectionTools; makers: ReportMakers };

/** What a report is asked for: of which inspection, in which language, and by whom. */
export type ReportWanted = { inspectionId: string; language: ReportLanguage | undefined } & Omit<
  Asking,
  'tenantId'
>;

export type Report = { pdf: Uint8Array; externalId: string | null; title: string };

/**
 * Makes the report of an inspection as it stands now, for somebody who may read it. It is made anew each time: that
 * usually takes 0.2 s, and nothing has to be kept, found again and thrown away when an answer changes.
 */
export const makeReport = async (
  { db, files, tools, makers }: ReportServices,
  actor: Actor,
  { inspectionId, language, ...asking }: ReportWanted,
): Promise<Report> => {
  const { tenantId } = actor;
  const { external_id, title } = await findVisibleInspection(db, actor, inspectionId);
  const pdf = await makers.make({ tenantId, ...asking }, async () => {
    const inspection = await readInspection(db, actor, { inspectionId, tools });
    const madeAt = new Date(tools.now());
    const facts = await gatherFacts(db, { tenantId, inspection, language, madeAt });
    const { uploads, pictures } = await gatherPictures({ db, files }, tenantId, inspection);
    return { facts: { ...facts, uploads }, pictures };
  });
  return { pdf, externalId: external_id, title };
};
