import { uuidOf } from '#portal/ui/search-values.ts';

/** The search parameters of the overview. */
export type OverviewSearch = { teamId?: string; weeks?: (typeof WEEKS)[number] };

export const WEEKS = [4, 8, 13, 26] as const;
export const USUAL_WEEKS = 8;

/** Ignores invalid values. */
export const parseOverviewSearch = ({ teamId, weeks }: Record<string, unknown>): OverviewSearch => {
  const known = WEEKS.find((each) => each === Number(weeks));
  const team = uuidOf(teamId);
  return {
    ...(team !== undefined && { teamId: team }),
    ...(known !== undefined && known !== USUAL_WEEKS && { weeks: known }),
  };
};
