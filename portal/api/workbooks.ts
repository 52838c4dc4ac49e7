import type {
  Draft,
  DraftContent,
  DraftState,
  PublishRequest,
  WorkbookDiff,
} from '#contract/workbook-draft.ts';
import type {
  AssociatedTeams,
  ManagedWorkbook,
  ManagedWorkbookPage,
  NewWorkbook,
  WorkbookDetails,
  WorkbookPatch,
  WorkbookVersion,
  WorkbookVersionDetails,
  WorkbookVersionPatch,
} from '#contract/workbook-management.ts';
import type { XlsformExport, XlsformImport } from '#contract/xlsform.ts';
import { isMissing } from './api-problem.ts';
import {
  buildUrl,
  get,
  getWithRevision,
  patch,
  post,
  postAndReadBlob,
  postFile,
  put,
  remove,
} from './request.ts';

const ROOT = '/api/v1/workbooks';
/** Copied from contract/xlsform.ts because the schemas in that file must not be loaded in browsers. */
const XLSX_TYPE: typeof import('#contract/xlsform.ts').XLSX_TYPE =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type WorkbookFilter = {
  text?: string | undefined;
  teamId?: string | undefined;
  contentTypeId?: string | undefined;
};

export const listWorkbooks = (
  { text, teamId, contentTypeId }: WorkbookFilter,
  after: string | undefined,
  { signal }: { signal: AbortSignal },
) => get<ManagedWorkbookPage>(ROOT, { query: { text, teamId, contentTypeId, after }, signal });

export const createWorkbook = (workbook: NewWorkbook) => post<ManagedWorkbook>(ROOT, workbook);
export const readWorkbook = (id: string) => get<WorkbookDetails>(`${ROOT}/${id}`);
export const editWorkbook = (id: string, change: WorkbookPatch, revision: number) =>
  patch<ManagedWorkbook>(`${ROOT}/${id}`, change, { revision });
export const deleteWorkbook = (id: string, revision: number) => remove<void>(`${ROOT}/${id}`, { revision });

export const readWorkbookTeams = async (id: string) => {
  const { data, revision } = await getWithRevision<AssociatedTeams>(`${ROOT}/${id}/teams`);
  return { teams: data.teams, revision };
};
export const setWorkbookTeams = (id: string, teamIds: readonly string[], revision: string) =>
  put<unknown>(`${ROOT}/${id}/teams`, { teamIds }, { revision });

export const readVersion = (id: string, versionId: string) =>
  get<WorkbookVersionDetails>(`${ROOT}/${id}/versions/${versionId}`);
export const editVersion = (
  id: string,
  { id: versionId, revision }: Pick<WorkbookVersion, 'id' | 'revision'>,
  change: WorkbookVersionPatch,
) => patch<WorkbookVersion>(`${ROOT}/${id}/versions/${versionId}`, change, { revision });
export const deleteVersion = (id: string, { id: versionId, revision }: WorkbookVersion) =>
  remove<WorkbookVersion>(`${ROOT}/${id}/versions/${versionId}`, { revision });
export const restoreVersion = (id: string, versionId: string) =>
  post<WorkbookVersion>(`${ROOT}/${id}/versions/${versionId}/restore`, {});

export const compareVersions = (id: string, from: string, to: string) =>
  get<WorkbookDiff>(`${ROOT}/${id}/diff`, { query: { from, to } });

export const readDraft = (id: string) => get<Draft>(`${ROOT}/${id}/draft`);
export const findDraft = (id: string): Promise<Draft | null> =>
  readDraft(id).catch((problem) => {
    if (isMissing(problem)) return null;
    throw problem;
  });
/** If `revision` is null, the draft must not exist yet. */
export const saveDraft = (id: string, content: DraftContent, revision: number | null) =>
  put<DraftState>(`${ROOT}/${id}/draft`, content, { revision: revision ?? 'new' });
export const createDraft = (id: string, fromVersion: string) =>
  post<DraftState>(`${ROOT}/${id}/draft`, { fromVersion });
export const discardDraft = (id: string, revision: number | '*') =>
  remove<void>(`${ROOT}/${id}/draft`, { revision });
export const publishDraft = (id: string, publication: PublishRequest, revision: number) =>
  post<WorkbookVersion>(`${ROOT}/${id}/draft/publish`, publication, { revision });

export const importXlsform = (file: Blob) => postFile<XlsformImport>(`${ROOT}/xlsform`, file, XLSX_TYPE);

export const exportXlsform = (form: XlsformExport) => postAndReadBlob(`${ROOT}/xlsform/export`, form);

export const versionFileUrl = (
  id: string,
  versionId: string,
  file: 'xlsform' | 'results.csv' | 'results.xlsx',
  language?: string,
) =>
  buildUrl(`${ROOT}/${id}/versions/${versionId}/${file}`, {
    ...(file === 'results.xlsx' && { headers: 'labels', language }),
  });

export const listWorkbookChoices = () => get<ManagedWorkbookPage>(ROOT, { query: { limit: 500 } });
