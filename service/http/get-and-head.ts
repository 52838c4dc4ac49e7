/** Methods for which a route is registered separately: a route with two methods would appear twice in the OpenAPI document. */
export const GET_AND_HEAD = ['GET', 'HEAD'] as const;
