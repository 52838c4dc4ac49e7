/**
 * Methods that each need a route of their own, because a single route for both would appear twice in the OpenAPI
 * document.
 */
export const GET_AND_HEAD = ['GET', 'HEAD'] as const;
