import { ANY_REVISION, type Call, get, patch, post, put, remove } from './call.ts';

const WORKBOOKS = '/api/v1/workbooks';
const FIELDS = [{ name: 'Height', type: 'decimal' }];
const CONTENT = { title: 'Check', description: null, fields: FIELDS };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Creates content with a follow-up that refers to a workbook and a team. */
const createFollowUpContent = (workbook: string, team: string) => ({
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

/** Reading workbooks is scoped to teams; changes apply tenant-wide. */
export const workbookCalls: readonly Call[] = [
  {
    operation: 'listWorkbooks',
    access: 'Workbooks.Read',
    request: () => get('/api/services/app/workbook/GetWorkbooks?$inlinecount=allpages'),
    response: 'succeeded',
  },
  {
    operation: 'listAssociatedWorkbooks',
    access: 'Workbooks.Read',
    request: ({ teamId }) => get(`/api/services/app/workbook/GetAssociatedWorkbooks?workAreaId=${teamId}`),
    response: 'succeeded',
    otherTeam: 'rejected',
  },
  {
    operation: 'listManagedWorkbooks',
    access: 'Workbooks.Read',
    request: () => get(WORKBOOKS),
    variants: [
      ({ teamId }) => get(`${WORKBOOKS}?teamId=${teamId}`),
      ({ contentTypeId }) => get(`${WORKBOOKS}?contentTypeId=${contentTypeId}`),
    ],
    response: 200,
  },
  {
    operation: 'createWorkbook',
    access: 'Workbooks.Manage',
    request: () => post(WORKBOOKS, { name: 'Another', contentType: 'Bridge' }),
    variants: [({ contentTypeId }) => post(WORKBOOKS, { name: 'Another', contentType: contentTypeId })],
    response: 201,
  },
  {
    operation: 'readWorkbook',
    access: 'Workbooks.Read',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'editWorkbook',
    access: 'Workbooks.Manage',
    request: ({ workbookId }) => patch(`${WORKBOOKS}/${workbookId}`, { title: 'Other' }, ANY_REVISION),
    variants: [
      ({ emptyWorkbookId, contentTypeId }) =>
        patch(`${WORKBOOKS}/${emptyWorkbookId}`, { contentType: contentTypeId }, ANY_REVISION),
    ],
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'deleteWorkbook',
    access: 'Workbooks.Manage',
    request: ({ emptyWorkbookId }) => remove(`${WORKBOOKS}/${emptyWorkbookId}`, undefined, ANY_REVISION),
    variants: [({ workbookId }) => remove(`${WORKBOOKS}/${workbookId}`, undefined, ANY_REVISION)],
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'readDraft',
    access: 'Workbooks.Manage',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}/draft`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'saveDraft',
    access: 'Workbooks.Manage',
    request: ({ workbookId }) => put(`${WORKBOOKS}/${workbookId}/draft`, CONTENT, ANY_REVISION),
    variants: [
      ({ workbookId, workbook, team }) =>
        put(`${WORKBOOKS}/${workbookId}/draft`, createFollowUpContent(workbook, team), ANY_REVISION),
    ],
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'createDraft',
    access: 'Workbooks.Manage',
    request: ({ emptyWorkbookId, versionId }) =>
      post(`${WORKBOOKS}/${emptyWorkbookId}/draft`, { fromVersion: versionId }),
    // The version belongs to another workbook.
    response: 404,
  },
  {
    operation: 'discardDraft',
    access: 'Workbooks.Manage',
    request: ({ workbookId }) => remove(`${WORKBOOKS}/${workbookId}/draft`, undefined, ANY_REVISION),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'checkDefinition',
    access: 'Workbooks.Manage',
    request: ({ workbookId }) => post(`${WORKBOOKS}/${workbookId}/draft/check`, CONTENT),
    variants: [
      ({ workbookId, workbook, team }) =>
        post(`${WORKBOOKS}/${workbookId}/draft/check`, createFollowUpContent(workbook, team)),
    ],
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'publishDraft',
    access: 'Workbooks.Manage',
    request: ({ workbookId }) =>
      post(`${WORKBOOKS}/${workbookId}/draft/publish`, { version: '3.0.0' }, ANY_REVISION),
    response: 201,
    otherTenant: 404,
  },
  {
    operation: 'listVersions',
    access: 'Workbooks.Read',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}/versions`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'readVersion',
    access: 'Workbooks.Read',
    request: ({ workbookId, versionId }) => get(`${WORKBOOKS}/${workbookId}/versions/${versionId}`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'editVersion',
    access: 'Workbooks.Manage',
    request: ({ workbookId, versionId }) =>
      patch(`${WORKBOOKS}/${workbookId}/versions/${versionId}`, { isPublished: false }, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'deleteVersion',
    access: 'Workbooks.Manage',
    request: ({ workbookId, versionId }) =>
      remove(`${WORKBOOKS}/${workbookId}/versions/${versionId}`, undefined, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'restoreVersion',
    access: 'Workbooks.Manage',
    request: ({ workbookId, deletedVersionId }) =>
      post(`${WORKBOOKS}/${workbookId}/versions/${deletedVersionId}/restore`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'compareVersions',
    access: 'Workbooks.Read',
    request: ({ workbookId, versionId }) =>
      get(`${WORKBOOKS}/${workbookId}/diff?from=${versionId}&to=${versionId}`),
    variants: [
      ({ workbookId, versionId }) => get(`${WORKBOOKS}/${workbookId}/diff?from=1&to=${versionId}`),
      ({ workbookId, deletedVersionId }) =>
        get(`${WORKBOOKS}/${workbookId}/diff?from=${deletedVersionId}&to=1`),
    ],
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'importXlsform',
    access: 'Workbooks.Manage',
    // The body is not a spreadsheet. The import itself is tested along with the forms.
    request: () => post(`${WORKBOOKS}/xlsform`, 'no spreadsheet', { 'content-type': XLSX }),
    response: 422,
    mustRunAlone: true,
  },
  {
    operation: 'exportVersionAsXlsform',
    access: 'Workbooks.Read',
    request: ({ workbookId, versionId }) => get(`${WORKBOOKS}/${workbookId}/versions/${versionId}/xlsform`),
    response: 200,
    otherTeam: 404,
    mustRunAlone: true,
  },
  {
    operation: 'exportXlsform',
    access: 'Workbooks.Manage',
    request: () =>
      post(`${WORKBOOKS}/xlsform/export`, {
        title: 'Check',
        name: 'check',
        version: '1',
        definition: { fields: FIELDS },
      }),
    mustRunAlone: true,
    response: 200,
  },
  {
    operation: 'listTeamsOfWorkbook',
    access: 'Workbooks.Read',
    request: ({ workbookId }) => get(`${WORKBOOKS}/${workbookId}/teams`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'setTeamsOfWorkbook',
    access: 'Workbooks.Manage',
    request: ({ emptyWorkbookId, teamId }) =>
      put(`${WORKBOOKS}/${emptyWorkbookId}/teams`, { teamIds: [teamId] }, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'listWorkbooksOfTeam',
    access: 'Workbooks.Read',
    request: ({ teamId }) => get(`/api/v1/teams/${teamId}/workbooks`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'setWorkbooksOfTeam',
    access: 'Workbooks.Manage',
    request: ({ teamId, workbookId }) =>
      put(`/api/v1/teams/${teamId}/workbooks`, { workbookIds: [workbookId] }, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
];
