import { viewLimits } from '#contract/saved-view.ts';
import { msg } from '#i18n/message.ts';
import { invalidField, Problem } from '#service/problem.ts';

/** Returns the same error for unknown, malformed and invisible IDs (S34). */
export const viewNotFound = (id: string) =>
  new Problem('missing', msg`There is no view with the ID '${id.slice(0, 80)}'.`);

export const viewNotOwned = (name: string, ownerName: string) =>
  new Problem(
    'forbidden',
    msg`Only ${ownerName} can change the view '${name}'. Save a copy of your own instead.`,
  );

export const viewOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    msg`The view '${name}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const tooManyViews = () =>
  new Problem(
    'conflict',
    msg`You already have ${viewLimits.perOwner} views, the maximum. Delete one that you no longer need.`,
  );

export const unknownViewTeam = (teamId: string) =>
  invalidField('teamId', msg`There is no team with the ID '${teamId}'.`);

export const viewQueryTooLong = (bytes: number) =>
  invalidField(
    'query',
    msg`The field 'query' can have at most ${viewLimits.query} bytes as JSON; it has ${bytes}.`,
  );
