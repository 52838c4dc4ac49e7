/** What of the overview stands in its address. */
export type OverviewSearch = { teamId?: string; weeks?: (typeof WEEKS)[number] };

export const WEEKS = [4, 8, 13, 26] as const;
export const USUAL_WEEKS = 8;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What it does not understand it leaves out. */
export const parseOverviewSearch = ({ teamId, weeks }: Record<string, unknown>): OverviewSearch => {
  const known = WEEKS.find((each) => each === Number(weeks));
  return {
    ...(typeof teamId === 'string' && UUID.test(teamId) && { teamId }),
    ...(known !== undefined && known !== USUAL_WEEKS && { weeks: known }),
  };
};
