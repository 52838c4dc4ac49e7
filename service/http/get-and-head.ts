/** Register one route for each method: a single route with two methods would appear twice in the OpenAPI document. */
export const GET_AND_HEAD = ['GET', 'HEAD'] as const;
