import type { ReportLanguage } from '#report/report-words.ts';
import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';
import type { Actor } from '#service/identity/actor.ts';
import { findInspection, type InspectionView } from '#service/inspections/inspection-queries.ts';
import { findVisibleInspection, readInspection } from '#service/inspections/read-inspection.ts';
import { readNewestCompletion } from '#service/inspections/read-newest-completion.ts';
import type { InspectionTools } from '#service/inspections/start-inspection.ts';
import { gatherFacts, type ReportSubject } from './gather-facts.ts';
import { gatherPictures } from './gather-pictures.ts';
import type { OpenedShare } from './open-share.ts';
import type { ReportMakers } from './report-makers.ts';
import { linkNotFound } from './report-problems.ts';
import type { AboutReport } from './send-report.ts';

export type ReportServices = { db: Database; files: Files; tools: InspectionTools; makers: ReportMakers };

/**
 * A report is made anew for whoever asks when it is not being made already: that usually takes 0.2 s, and nothing has to
 * be kept, found again and thrown away.
 */
export type Report = { pdf: Uint8Array; about: AboutReport };

export const aboutReport = ({ external_id, title }: InspectionView): AboutReport => ({
  externalId: external_id,
  title,
});

type Wanted = { inspectionId: string; language: ReportLanguage | undefined; gone: AbortSignal };

/** The report of an inspection as it stands now, for somebody who may read it. */
export const reportAsItStands = async (
  services: ReportServices,
  actor: Actor,
  { inspectionId, language, gone }: Wanted,
): Promise<Report> => {
  const { db, tools } = services;
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const read = () => readInspection(db, actor, { inspectionId, tools });
  const { tenantId } = actor;
  const { state, revision, modified_at } = inspection;
  const subject = [inspectionId, language, state, revision, modified_at.toISOString()].join(' ');
  return make(services, inspection, { tenantId, subject, language, gone, isByLink: false, read });
};

/** The report of an inspection as it was when it was last completed, for whoever has a link to it. */
export const reportAsCompleted = async (
  services: ReportServices,
  { tenantId, inspectionId, language }: OpenedShare,
  gone: AbortSignal,
): Promise<Report> => {
  const { db } = services;
  const inspection = await findShared(db, { tenantId, inspectionId });
  const { completion, approved_at } = inspection;
  const subject = [inspectionId, language, completion, approved_at?.toISOString()].join(' ');
  const read = async () => mustBeThere(await readNewestCompletion(db, tenantId, inspectionId));
  return make(services, inspection, { tenantId, subject, language, gone, isByLink: true, read });
};

/** The inspection that a link leads to. */
export const findShared = async (
  db: Database,
  { tenantId, inspectionId }: Pick<OpenedShare, 'tenantId' | 'inspectionId'>,
): Promise<InspectionView> => mustBeThere(await findInspection(db, tenantId, inspectionId));

/** A link was opened, and in the same moment its inspection was deleted. */
const mustBeThere = <Found>(found: Found | undefined): Found => {
  if (found === undefined) throw linkNotFound();
  return found;
};

type Making = {
  tenantId: number;
  subject: string;
  language: ReportLanguage | undefined;
  gone: AbortSignal;
  isByLink: boolean;
  read: () => Promise<ReportSubject>;
};

const make = async (
  { db, files, tools, makers }: ReportServices,
  about: InspectionView,
  { tenantId, subject, language, gone, isByLink, read }: Making,
): Promise<Report> => {
  const pdf = await makers.make({ tenantId, subject, gone, isByLink }, async (allGone) => {
    const inspection = await read();
    const madeAt = new Date(tools.now());
    const facts = await gatherFacts(db, { tenantId, inspection, language, madeAt });
    const { uploads, pictures } = await gatherPictures({ db, files }, tenantId, inspection, allGone);
    return { facts: { ...facts, uploads }, pictures };
  });
  return { pdf, about: aboutReport(about) };
};
