import { ANY_REVISION, type Call, get, patch, post, remove } from './call.ts';

const TYPES = '/api/v1/content-types';

/** Content types and items belong to no team: callers who can read any of them can read them all. */
export const itemCalls: readonly Call[] = [
  { operation: 'listContentTypes', access: 'Workbooks.Read', request: () => get(TYPES), response: 200 },
  {
    operation: 'createContentType',
    access: 'Workbooks.Manage',
    request: () => post(TYPES, { name: 'Weir' }),
    response: 201,
  },
  {
    operation: 'readContentType',
    access: 'Workbooks.Read',
    request: ({ contentTypeId }) => get(`${TYPES}/${contentTypeId}`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'renameContentType',
    access: 'Workbooks.Manage',
    request: ({ contentTypeId }) => patch(`${TYPES}/${contentTypeId}`, { name: 'Weir' }, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'deleteContentType',
    access: 'Workbooks.Manage',
    request: ({ emptyContentTypeId }) => remove(`${TYPES}/${emptyContentTypeId}`, undefined, ANY_REVISION),
    variants: [({ contentTypeId }) => remove(`${TYPES}/${contentTypeId}`, undefined, ANY_REVISION)],
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'listItems',
    access: 'Workbooks.Read',
    request: ({ contentTypeId }) => get(`${TYPES}/${contentTypeId}/items`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'listItemPoints',
    access: 'Workbooks.Read',
    request: () => get('/api/v1/item-points'),
    variants: [({ contentTypeId }) => get(`/api/v1/item-points?contentTypeId=${contentTypeId}`)],
    response: 200,
  },
  {
    operation: 'createItem',
    access: 'Workbooks.Manage',
    request: ({ contentTypeId }) =>
      post(`${TYPES}/${contentTypeId}/items`, { externalId: 'BR-009', title: 'Bridge' }),
    response: 201,
    otherTenant: 404,
  },
  {
    operation: 'readItem',
    access: 'Workbooks.Read',
    request: ({ contentTypeId, itemId }) => get(`${TYPES}/${contentTypeId}/items/${itemId}`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'editItem',
    access: 'Workbooks.Manage',
    request: ({ contentTypeId, itemId }) =>
      patch(`${TYPES}/${contentTypeId}/items/${itemId}`, { title: 'Other' }, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'deleteItem',
    access: 'Workbooks.Manage',
    request: ({ contentTypeId, itemId }) =>
      remove(`${TYPES}/${contentTypeId}/items/${itemId}`, undefined, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'importItems',
    access: 'Workbooks.Manage',
    request: ({ contentTypeId }) =>
      post(`${TYPES}/${contentTypeId}/items/import`, 'externalId,title\nBR-009,Bridge\n', {
        'content-type': 'text/csv',
      }),
    mustRunAlone: true,
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'exportItems',
    access: 'Workbooks.Read',
    request: ({ contentTypeId }) => get(`${TYPES}/${contentTypeId}/items.csv`),
    response: 200,
    otherTenant: 404,
  },
];
