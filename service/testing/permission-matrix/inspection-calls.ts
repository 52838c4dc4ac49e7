import { type Call, get, head, patch, post, remove } from './call.ts';

const INSPECTIONS = '/api/v1/inspections';
const OTHERS = 'Inspections.Read';

/** Inspections, their review, reports and results. */
export const inspectionCalls: readonly Call[] = [
  {
    operation: 'startInspection',
    needs: 'Tasks.Perform',
    request: ({ workbookId, teamId }) => post(INSPECTIONS, { workbookId, teamId, items: ['BR-001'] }),
    also: [
      ({ versionId, teamId, itemId }) =>
        post(INSPECTIONS, { workbookId: versionId, teamId, items: [itemId] }),
      ({ workbookId, teamId, inspectionId }) => post(INSPECTIONS, { workbookId, teamId, inspectionId }),
    ],
    answer: 201,
    outside: 404,
    // They are in no team.
    but: { Administrator: 404, 'only it': 404 },
  },
  {
    operation: 'listInspections',
    needs: 'Tasks.Read',
    request: () => get(`${INSPECTIONS}?include=answers`),
    also: [
      ({ versionId }) => get(`${INSPECTIONS}?workbookId=${versionId}`),
      ({ workbookId }) => get(`${INSPECTIONS}?definitionId=${workbookId}`),
      // One in the place of the other is told apart by those only who see it.
      ({ workbookId }) => get(`${INSPECTIONS}?workbookId=${workbookId}`),
      ({ versionId }) => get(`${INSPECTIONS}?definitionId=${versionId}`),
      ({ teamId }) => get(`${INSPECTIONS}?teamId=${teamId}`),
      ({ memberId }) => get(`${INSPECTIONS}?userId=${memberId}`),
      ({ itemId }) => get(`${INSPECTIONS}?itemId=${itemId}`),
      ({ taskId }) => get(`${INSPECTIONS}?taskId=${taskId}`),
      ({ inspectionId }) => get(`${INSPECTIONS}?after=${inspectionId}`),
      ({ inspectionId }) => get(`${INSPECTIONS}?after=${inspectionId}`, { accept: 'application/x-ndjson' }),
    ],
    answer: 200,
  },
  {
    operation: 'readInspection',
    needs: 'Tasks.Read',
    others: OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'answerInspection',
    needs: 'Tasks.Perform',
    isOwn: true,
    request: ({ openInspectionId, itemId }) =>
      patch(`${INSPECTIONS}/${openInspectionId}/answers`, { itemId, answers: { Height: 4 } }),
    also: [
      ({ openInspectionId, itemId, uploadId }) =>
        patch(`${INSPECTIONS}/${openInspectionId}/answers`, { itemId, answers: { Photo: [uploadId] } }),
    ],
    answer: 200,
    outside: 404,
  },
  {
    operation: 'completeInspection',
    needs: 'Tasks.Perform',
    isOwn: true,
    request: ({ openInspectionId }) => post(`${INSPECTIONS}/${openInspectionId}/complete`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'returnInspection',
    needs: 'Inspections.Review',
    others: OTHERS,
    request: ({ inspectionId, itemId }) =>
      post(`${INSPECTIONS}/${inspectionId}/return`, {
        fields: [{ field: 'Height', itemId, comment: 'Too low' }],
      }),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'approveInspection',
    needs: 'Inspections.Review',
    others: OTHERS,
    request: ({ inspectionId }) => post(`${INSPECTIONS}/${inspectionId}/approve`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'compareCompletions',
    needs: 'Tasks.Read',
    others: OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}/comparison?from=1`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'listRevisions',
    needs: 'Tasks.Read',
    others: OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}/revisions`),
    also: [({ inspectionId, itemId }) => get(`${INSPECTIONS}/${inspectionId}/revisions?itemId=${itemId}`)],
    answer: 200,
    outside: 404,
  },
  ...(['GET', 'HEAD'] as const).map(
    (method): Call => ({
      operation: method === 'GET' ? 'readReport' : 'HEAD /api/v1/inspections/:id/report.pdf',
      needs: 'Tasks.Read',
      others: OTHERS,
      request: ({ inspectionId }) => ({ method, path: `${INSPECTIONS}/${inspectionId}/report.pdf` }),
      answer: 200,
      outside: 404,
    }),
  ),
  {
    operation: 'shareReport',
    needs: 'Inspections.Share',
    others: OTHERS,
    request: ({ inspectionId }) => post(`${INSPECTIONS}/${inspectionId}/shares`, { expiresInDays: 1 }),
    answer: 201,
    outside: 404,
  },
  {
    operation: 'listShares',
    needs: 'Inspections.Share',
    others: OTHERS,
    request: ({ inspectionId }) => get(`${INSPECTIONS}/${inspectionId}/shares`),
    also: [({ inspectionId, shareId }) => get(`${INSPECTIONS}/${inspectionId}/shares?after=${shareId}`)],
    answer: 200,
    outside: 404,
  },
  {
    operation: 'deleteShare',
    needs: 'Inspections.Share',
    others: OTHERS,
    request: ({ inspectionId, shareId }) => remove(`${INSPECTIONS}/${inspectionId}/shares/${shareId}`),
    answer: 204,
    outside: 404,
  },
  {
    operation: 'readSharedReport',
    needs: 'anonymous',
    request: ({ shareToken }) => get(`/shared/reports/${shareToken}`),
    answer: 200,
    // Who shares a report wants to know whether it was read.
    changes: ['report_share'],
  },
  {
    operation: 'HEAD /shared/reports/:token',
    needs: 'anonymous',
    request: ({ shareToken }) => head(`/shared/reports/${shareToken}`),
    answer: 200,
  },
  ...(['GET', 'HEAD'] as const).flatMap((method) =>
    ['', '/*'].map(
      (route): Call => ({
        operation: `${method} /shared/reports${route}`,
        needs: 'anonymous',
        request: ({ shareToken }) => ({
          method,
          path: route === '' ? '/shared/reports/' : `/shared/reports/${shareToken}/more`,
        }),
        answer: 404,
      }),
    ),
  ),
];

const RESULTS = ({ workbookId, versionId }: { workbookId: string; versionId: string }) =>
  `/api/v1/workbooks/${workbookId}/versions/${versionId}/results`;

export const resultCalls: readonly Call[] = (['csv', 'xlsx'] as const).map((form) => ({
  operation: form === 'csv' ? 'exportResultsAsCsv' : 'exportResultsAsXlsx',
  needs: 'Tasks.Read',
  others: OTHERS,
  request: (things) => get(`${RESULTS(things)}.${form}`),
  also: [
    (things) => get(`${RESULTS(things)}.${form}?teamId=${things.teamId}`),
    (things) => get(`${RESULTS(things)}.${form}?userId=${things.memberId}`),
    (things) => get(`${RESULTS(things)}.${form}?itemId=${things.itemId}`),
    (things) => get(`${RESULTS(things)}.${form}?taskId=${things.taskId}`),
  ],
  answer: 200,
  outside: 404,
}));
