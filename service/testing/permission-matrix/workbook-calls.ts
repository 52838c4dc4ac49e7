import { ANY_STATE, type Call, get, patch, post, put, remove } from './call.ts';

const WORKBOOKS = '/api/v1/workbooks';
const FIELDS = [{ name: 'Height', type: 'decimal' }];
const CONTENT = { title: 'Check', description: null, fields: FIELDS };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Fields that name a workbook and a team, as those do that ask for follow-up work. */
const followUp = (workbook: string, team: string) => ({
  ...CONTENT,
  fields: [
    {
      name: 'Safe',
      type: 'boolean',
      failWhen: `not(\${Safe})`,
      followUp: { workbook, team, dueInDays: 7 },
    },
  ],
});

/** What sees a workbook sees it in its teams; what changes one is for the whole tenant. */
export const workbookCalls: readonly Call[] = [
  {
    operation: 'listWorkbooks',
    needs: 'Workbooks.Read',
    request: () => get('/api/services/app/workbook/GetWorkbooks?$inlinecount=allpages'),
    answer: 'succeeded',
  },
  {
    operation: 'listAssociatedWorkbooks',
    needs: 'Workbooks.Read',
    request: ({ teamId }) => get(`/api/services/app/workbook/GetAssociatedWorkbooks?workAreaId=${teamId}`),
    answer: 'succeeded',
    outside: 'refused',
  },
  {
    operation: 'listManagedWorkbooks',
    needs: 'Workbooks.Read',
    request: () => get(WORKBOOKS),
    also: [
      ({ teamId }) => get(`${WORKBOOKS}?teamId=${teamId}`),
      ({ contentTypeId }) => get(`${WORKBOOKS}?contentTypeId=${contentTypeId}`),
    ],
    answer: 200,
  },
  {
    operation: 'createWorkbook',
    needs: 'Workbooks.Manage',
    request: () => post(WORKBOOKS, { name: 'Another', contentType: 'Bridge' }),
    also: [({ contentTypeId }) => post(WORKBOOKS, { name: 'Another', contentType: contentTypeId })],
    answer: 201,
  },
  {
    operation: 'readWorkbook',
    needs: 'Workbooks.Read',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'editWorkbook',
    needs: 'Workbooks.Manage',
    request: ({ workbookId }) => patch(`${WORKBOOKS}/${workbookId}`, { title: 'Other' }, ANY_STATE),
    also: [
      ({ emptyWorkbookId, contentTypeId }) =>
        patch(`${WORKBOOKS}/${emptyWorkbookId}`, { contentType: contentTypeId }, ANY_STATE),
    ],
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'deleteWorkbook',
    needs: 'Workbooks.Manage',
    request: ({ emptyWorkbookId }) => remove(`${WORKBOOKS}/${emptyWorkbookId}`, undefined, ANY_STATE),
    also: [({ workbookId }) => remove(`${WORKBOOKS}/${workbookId}`, undefined, ANY_STATE)],
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'readDraft',
    needs: 'Workbooks.Manage',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}/draft`),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'saveDraft',
    needs: 'Workbooks.Manage',
    request: ({ workbookId }) => put(`${WORKBOOKS}/${workbookId}/draft`, CONTENT, ANY_STATE),
    also: [
      ({ workbookId, workbook, team }) =>
        put(`${WORKBOOKS}/${workbookId}/draft`, followUp(workbook, team), ANY_STATE),
    ],
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'beginDraft',
    needs: 'Workbooks.Manage',
    request: ({ emptyWorkbookId, versionId }) =>
      post(`${WORKBOOKS}/${emptyWorkbookId}/draft`, { fromVersion: versionId }),
    // Of another workbook.
    answer: 404,
  },
  {
    operation: 'discardDraft',
    needs: 'Workbooks.Manage',
    request: ({ workbookId }) => remove(`${WORKBOOKS}/${workbookId}/draft`, undefined, ANY_STATE),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'checkDefinition',
    needs: 'Workbooks.Manage',
    request: ({ workbookId }) => post(`${WORKBOOKS}/${workbookId}/draft/check`, CONTENT),
    also: [
      ({ workbookId, workbook, team }) =>
        post(`${WORKBOOKS}/${workbookId}/draft/check`, followUp(workbook, team)),
    ],
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'publishDraft',
    needs: 'Workbooks.Manage',
    request: ({ workbookId }) =>
      post(`${WORKBOOKS}/${workbookId}/draft/publish`, { version: '3.0.0' }, ANY_STATE),
    answer: 201,
    elsewhere: 404,
  },
  {
    operation: 'listVersions',
    needs: 'Workbooks.Read',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}/versions`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'readVersion',
    needs: 'Workbooks.Read',
    request: ({ workbookId, versionId }) => get(`${WORKBOOKS}/${workbookId}/versions/${versionId}`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'editVersion',
    needs: 'Workbooks.Manage',
    request: ({ workbookId, versionId }) =>
      patch(`${WORKBOOKS}/${workbookId}/versions/${versionId}`, { isPublished: false }, ANY_STATE),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'deleteVersion',
    needs: 'Workbooks.Manage',
    request: ({ workbookId, versionId }) =>
      remove(`${WORKBOOKS}/${workbookId}/versions/${versionId}`, undefined, ANY_STATE),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'restoreVersion',
    needs: 'Workbooks.Manage',
    request: ({ workbookId, deletedVersionId }) =>
      post(`${WORKBOOKS}/${workbookId}/versions/${deletedVersionId}/restore`),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'compareVersions',
    needs: 'Workbooks.Read',
    request: ({ workbookId, versionId }) =>
      get(`${WORKBOOKS}/${workbookId}/diff?from=${versionId}&to=${versionId}`),
    also: [
      ({ workbookId, versionId }) => get(`${WORKBOOKS}/${workbookId}/diff?from=1&to=${versionId}`),
      ({ workbookId, deletedVersionId }) =>
        get(`${WORKBOOKS}/${workbookId}/diff?from=${deletedVersionId}&to=1`),
    ],
    answer: 200,
    outside: 404,
  },
  {
    operation: 'importXlsform',
    needs: 'Workbooks.Manage',
    // No spreadsheet: what becomes of one is shown where forms are read.
    request: () => post(`${WORKBOOKS}/xlsform`, 'no spreadsheet', { 'content-type': XLSX }),
    answer: 422,
    isAlone: true,
  },
  {
    operation: 'exportVersionAsXlsform',
    needs: 'Workbooks.Read',
    request: ({ workbookId, versionId }) => get(`${WORKBOOKS}/${workbookId}/versions/${versionId}/xlsform`),
    answer: 200,
    outside: 404,
    isAlone: true,
  },
  {
    operation: 'exportXlsform',
    needs: 'Workbooks.Manage',
    request: () =>
      post(`${WORKBOOKS}/xlsform/export`, {
        title: 'Check',
        name: 'check',
        version: '1',
        definition: { fields: FIELDS },
      }),
    isAlone: true,
    answer: 200,
  },
  {
    operation: 'listTeamsOfWorkbook',
    needs: 'Workbooks.Read',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}/teams`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'setTeamsOfWorkbook',
    needs: 'Workbooks.Manage',
    request: ({ emptyWorkbookId, teamId }) =>
      put(`${WORKBOOKS}/${emptyWorkbookId}/teams`, { teamIds: [teamId] }, ANY_STATE),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'listWorkbooksOfTeam',
    needs: 'Workbooks.Read',
    request: ({ teamId }) => get(`/api/v1/teams/${teamId}/workbooks`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'setWorkbooksOfTeam',
    needs: 'Workbooks.Manage',
    request: ({ teamId, workbookId }) =>
      put(`/api/v1/teams/${teamId}/workbooks`, { workbookIds: [workbookId] }, ANY_STATE),
    answer: 200,
    elsewhere: 404,
  },
];
