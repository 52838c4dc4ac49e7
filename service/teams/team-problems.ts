import { Problem } from '#service/problem.ts';

/** Unknown, malformed and out of sight are one answer (decision G3). */
export const teamIdNotFound = (id: string) =>
  new Problem('missing', `There is no team with the id '${id.slice(0, 80)}'.`);

export const groupNotFound = (id: string) =>
  new Problem('missing', `There is no group with the id '${id.slice(0, 80)}'.`);
