import type { Language } from '#i18n/languages.ts';
import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';
import type { Actor } from '#service/identity/actor.ts';
import { findInspection, type InspectionView } from '#service/inspections/inspection-queries.ts';
import { findVisibleInspection, readInspection } from '#service/inspections/read-inspection.ts';
import { readNewestCompletion } from '#service/inspections/read-newest-completion.ts';
import type { InspectionDependencies } from '#service/inspections/start-inspection.ts';
import { gatherReportData, type ReportSubject } from './gather-report-data.ts';
import type { OpenedShare } from './open-share.ts';
import { linkNotFound } from './report-problems.ts';
import type { RenderRequest, ReportRenderer } from './report-renderer.ts';
import type { ReportMetadata } from './send-report.ts';

export type ReportServices = {
  db: Database;
  files: Files;
  dependencies: InspectionDependencies;
  renderer: ReportRenderer;
};

/** Reports are not stored: rendering one usually takes just 0.2 s. */
export type Report = { pdf: Uint8Array; metadata: ReportMetadata };

export const toReportMetadata = ({ external_id, title }: InspectionView): ReportMetadata => ({
  externalId: external_id,
  title,
});

type ReportRequest = { inspectionId: string; language: Language | undefined; disconnected: AbortSignal };

export const renderCurrentReport = async (
  services: ReportServices,
  actor: Actor,
  { inspectionId, language, disconnected }: ReportRequest,
): Promise<Report> => {
  const { db, dependencies } = services;
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const readSubject = () => readInspection(db, actor, { inspectionId, dependencies });
  const { tenantId } = actor;
  const { state, revision, modified_at } = inspection;
  const reportKey = [inspectionId, language, state, revision, modified_at.toISOString()].join(' ');
  const task = { tenantId, reportKey, language, disconnected, isShared: false, readSubject };
  return renderReport(services, inspection, task);
};

export const renderCompletedReport = async (
  services: ReportServices,
  { tenantId, inspectionId, language }: OpenedShare,
  disconnected: AbortSignal,
): Promise<Report> => {
  const { db } = services;
  const inspection = await findSharedInspection(db, { tenantId, inspectionId });
  const { completion, approved_at } = inspection;
  const reportKey = [inspectionId, language, completion, approved_at?.toISOString()].join(' ');
  const readSubject = async () => requireInspection(await readNewestCompletion(db, tenantId, inspectionId));
  const task = { tenantId, reportKey, language, disconnected, isShared: true, readSubject };
  return renderReport(services, inspection, task);
};

export const findSharedInspection = async (
  db: Database,
  { tenantId, inspectionId }: Pick<OpenedShare, 'tenantId' | 'inspectionId'>,
): Promise<InspectionView> => requireInspection(await findInspection(db, tenantId, inspectionId));

/** Throws if the inspection was deleted after the link was opened. */
const requireInspection = <View>(view: View | undefined): View => {
  if (view === undefined) throw linkNotFound();
  return view;
};

type RenderTask = RenderRequest & {
  language: Language | undefined;
  readSubject: () => Promise<ReportSubject>;
};

const renderReport = async (
  { db, files, dependencies, renderer }: ReportServices,
  view: InspectionView,
  { language, readSubject, ...request }: RenderTask,
): Promise<Report> => {
  const { tenantId } = request;
  const pdf = await renderer.render(request, async (allDisconnected) => {
    const inspection = await readSubject();
    const createdAt = new Date(dependencies.now());
    const data = await gatherReportData(db, { tenantId, inspection, language, createdAt });
    const { gatherPictures } = await import('./gather-pictures.ts');
    const { uploads, pictures } = await gatherPictures({ db, files }, tenantId, inspection, allDisconnected);
    return { data: { ...data, uploads }, pictures };
  });
  return { pdf, metadata: toReportMetadata(view) };
};
