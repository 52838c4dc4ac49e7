import { queryOptions } from '@tanstack/react-query';
import type { Inspection, InspectionComparison, ReturnRequest } from '#contract/inspection.ts';
import type { InspectionRevisionPage } from '#contract/inspection-revision.ts';
import type { CreatedShare, NewShare, SharePage } from '#contract/report.ts';
import type { InspectionListQuery, InspectionPage } from '#contract/result.ts';
import type { Language } from '#i18n/languages.ts';
import { buildUrl, get, post, remove } from './request.ts';
import { readVersion } from './workbooks.ts';

const ROOT = '/api/v1/inspections';

export const listInspections = (query: InspectionListQuery): Promise<InspectionPage> => get(ROOT, { query });

export const inspectionQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['inspection', id],
    queryFn: () => get<Inspection>(`${ROOT}/${id}`),
    enabled: id !== null,
  });

/** The fields of a workbook version never change. */
export const inspectedVersionQuery = (inspection: Inspection | undefined) =>
  queryOptions({
    queryKey: ['version of inspection', inspection?.workbookId],
    queryFn: () => readVersion(inspection!.definitionId, inspection!.workbookId),
    enabled: inspection !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The server rejects the request unless `completion`, the reviewed completion, is the latest. */
export const returnInspection = (
  id: string,
  completion: number,
  request: ReturnRequest,
): Promise<Inspection> => post(`${ROOT}/${id}/return`, request, { query: { completion } });

export const approveInspection = (id: string, completion: number): Promise<Inspection> =>
  post(`${ROOT}/${id}/approve`, undefined, { query: { completion } });

type CompletionRange = { from?: number | undefined; to?: number | undefined };

export const compareCompletions = (id: string, completions: CompletionRange): Promise<InspectionComparison> =>
  get(`${ROOT}/${id}/comparison`, { query: completions });

export const listRevisions = (
  id: string,
  { field, after }: { field?: string | undefined; after?: string | undefined },
): Promise<InspectionRevisionPage> => get(`${ROOT}/${id}/revisions`, { query: { field, after, limit: 100 } });

export const reportUrl = (id: string, language: Language): string =>
  buildUrl(`${ROOT}/${id}/report.pdf`, { language });

type Upload = Pick<Inspection['uploads'][number], 'path'>;
export const uploadUrl = ({ path }: Upload): string => buildUrl(path);
export const thumbnailUrl = ({ path }: Upload): string => buildUrl(`${path}/thumbnail`);

export const listShares = (id: string): Promise<SharePage> =>
  get(`${ROOT}/${id}/shares`, { query: { limit: 500 } });
/** Repeating the request creates another link, because the server ignores Idempotency-Key and stores no links. */
export const shareReport = (id: string, share: NewShare): Promise<CreatedShare> =>
  post(`${ROOT}/${id}/shares`, share);
export const revokeShare = (id: string, shareId: string): Promise<void> =>
  remove(`${ROOT}/${id}/shares/${shareId}`);
