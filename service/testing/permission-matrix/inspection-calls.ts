import { type Call, get, head, patch, post, remove } from './call.ts';

const INSPECTIONS = '/api/v1/inspections';
const READ_OTHERS = 'Inspections.Read';

/** Calls about inspections, reviews, reports and results. */
export const inspectionCalls: readonly Call[] = [
  {
    operation: 'startInspection',
    access: 'Tasks.Perform',
    request: ({ workbookId, teamId }) => post(INSPECTIONS, { workbookId, teamId, items: ['BR-001'] }),
    variants: [
      ({ versionId, teamId, itemId }) =>
        post(INSPECTIONS, { workbookId: versionId, teamId, items: [itemId] }),
      ({ workbookId, teamId, inspectionId }) => post(INSPECTIONS, { workbookId, teamId, inspectionId }),
    ],
    response: 201,
    otherTeam: 404,
    // These callers are in no team.
    exceptions: { Administrator: 404, 'one permission': 404 },
  },
  {
    operation: 'listInspections',
    access: 'Tasks.Read',
    request: () => get(`${INSPECTIONS}?include=answers`),
    variants: [
      ({ versionId }) => get(`${INSPECTIONS}?workbookId=${versionId}`),
      ({ workbookId }) => get(`${INSPECTIONS}?definitionId=${workbookId}`),
      // A version ID passed as a workbook ID must be recognised only for callers who can see it.
      ({ workbookId }) => get(`${INSPECTIONS}?workbookId=${workbookId}`),
      ({ versionId }) => get(`${INSPECTIONS}?definitionId=${versionId}`),
      ({ teamId }) => get(`${INSPECTIONS}?teamId=${teamId}`),
      ({ memberId }) => get(`${INSPECTIONS}?userId=${memberId}`),
      ({ itemId }) => get(`${INSPECTIONS}?itemId=${itemId}`),
      ({ taskId }) => get(`${INSPECTIONS}?taskId=${taskId}`),
      ({ inspectionId }) => get(`${INSPECTIONS}?after=${inspectionId}`),
      ({ inspectionId }) => get(`${INSPECTIONS}?after=${inspectionId}`, { accept: 'application/x-ndjson' }),
    ],
    response: 200,
  },
  {
    operation: 'readInspection',
    access: 'Tasks.Read',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'answerInspection',
    access: 'Tasks.Perform',
    isOwnerOnly: true,
    request: ({ openInspectionId, itemId }) =>
      patch(`${INSPECTIONS}/${openInspectionId}/answers`, { itemId, answers: { Height: 4 } }),
    variants: [
      ({ openInspectionId, itemId, uploadId }) =>
        patch(`${INSPECTIONS}/${openInspectionId}/answers`, { itemId, answers: { Photo: [uploadId] } }),
    ],
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'completeInspection',
    access: 'Tasks.Perform',
    isOwnerOnly: true,
    request: ({ openInspectionId }) => post(`${INSPECTIONS}/${openInspectionId}/complete`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'returnInspection',
    access: 'Inspections.Review',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId, itemId }) =>
      post(`${INSPECTIONS}/${inspectionId}/return`, {
        fields: [{ field: 'Height', itemId, comment: 'Too low' }],
      }),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'approveInspection',
    access: 'Inspections.Review',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId }) => post(`${INSPECTIONS}/${inspectionId}/approve`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'compareCompletions',
    access: 'Tasks.Read',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}/comparison?from=1`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'listRevisions',
    access: 'Tasks.Read',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}/revisions`),
    variants: [
      ({ inspectionId, itemId }) => get(`${INSPECTIONS}/${inspectionId}/revisions?itemId=${itemId}`),
    ],
    response: 200,
    otherTeam: 404,
  },
  ...(['GET', 'HEAD'] as const).map(
    (method): Call => ({
      operation: method === 'GET' ? 'readReport' : 'HEAD /api/v1/inspections/:id/report.pdf',
      access: 'Tasks.Read',
      permissionForOthers: READ_OTHERS,
      request: ({ inspectionId }) => ({ method, path: `${INSPECTIONS}/${inspectionId}/report.pdf` }),
      response: 200,
      otherTeam: 404,
    }),
  ),
  {
    operation: 'shareReport',
    access: 'Inspections.Share',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId }) => post(`${INSPECTIONS}/${inspectionId}/shares`, { expiresInDays: 1 }),
    response: 201,
    otherTeam: 404,
  },
  {
    operation: 'listShares',
    access: 'Inspections.Share',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}/shares`),
    variants: [({ inspectionId, shareId }) => get(`${INSPECTIONS}/${inspectionId}/shares?after=${shareId}`)],
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'deleteShare',
    access: 'Inspections.Share',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId, shareId }) => remove(`${INSPECTIONS}/${inspectionId}/shares/${shareId}`),
    response: 204,
    otherTeam: 404,
  },
  {
    operation: 'readSharedReport',
    access: 'anonymous',
    request: ({ shareToken }) => get(`/shared/reports/${shareToken}`),
    response: 200,
    // The server records the use of the link for the user who shared the report.
    changedTables: ['report_share'],
  },
  {
    operation: 'HEAD /shared/reports/:token',
    access: 'anonymous',
    request: ({ shareToken }) => head(`/shared/reports/${shareToken}`),
    response: 200,
  },
  ...(['GET', 'HEAD'] as const).flatMap((method) =>
    ['', '/*'].map(
      (route): Call => ({
        operation: `${method} /shared/reports${route}`,
        access: 'anonymous',
        request: ({ shareToken }) => ({
          method,
          path: route === '' ? '/shared/reports/' : `/shared/reports/${shareToken}/more`,
        }),
        response: 404,
      }),
    ),
  ),
];

const buildResultsPath = ({ workbookId, versionId }: { workbookId: string; versionId: string }) =>
  `/api/v1/workbooks/${workbookId}/versions/${versionId}/results`;

export const resultCalls: readonly Call[] = (['csv', 'xlsx'] as const).map((form) => ({
  operation: form === 'csv' ? 'exportResultsAsCsv' : 'exportResultsAsXlsx',
  access: 'Tasks.Read',
  permissionForOthers: READ_OTHERS,
  request: (records) => get(`${buildResultsPath(records)}.${form}`),
  variants: [
    (records) => get(`${buildResultsPath(records)}.${form}?teamId=${records.teamId}`),
    (records) => get(`${buildResultsPath(records)}.${form}?userId=${records.memberId}`),
    (records) => get(`${buildResultsPath(records)}.${form}?itemId=${records.itemId}`),
    (records) => get(`${buildResultsPath(records)}.${form}?taskId=${records.taskId}`),
  ],
  response: 200,
  otherTeam: 404,
}));
