/** A route for each: as one route with two methods, the description of the API would say everything twice. */
export const GET_AND_HEAD = ['GET', 'HEAD'] as const;
