/** Declared in separate routes: a route for both would appear twice in the OpenAPI document. */
export const GET_AND_HEAD = ['GET', 'HEAD'] as const;
