import { viewLimits } from '#contract/saved-view.ts';
import { sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';

/** Unknown, malformed and out of sight are one answer (S34). */
export const viewNotFound = (id: string) =>
  new Problem('missing', sentence`There is no view with the id '${id.slice(0, 80)}'.`);

export const viewOfAnother = (name: string, ownerName: string) =>
  new Problem(
    'forbidden',
    sentence`The view ${name} belongs to ${ownerName}, who alone may change it. Save it under your own name.`,
  );

export const viewOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    sentence`The view ${name} was changed meanwhile: it is at revision ${revision}. Read it again.`,
  );

export const tooManyViews = () =>
  new Problem(
    'conflict',
    sentence`You have ${viewLimits.ofOwner} views, which are the most that are kept: delete one that you no longer use.`,
  );

export const viewTeamUnknown = (teamId: string) =>
  invalidRequest([{ message: sentence`There is no team with the id '${teamId}'.`, members: ['teamId'] }]);

export const viewQueryTooLong = (bytes: number) =>
  invalidRequest([
    {
      message: sentence`The field 'query' may have ${viewLimits.query} bytes as JSON; it has ${bytes}.`,
      members: ['query'],
    },
  ]);
