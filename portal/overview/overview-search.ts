import { parseText, parseUuid } from '#portal/ui/search-values.ts';

export type OverviewSearch = { teamId?: string; weeks?: (typeof WEEKS)[number] };

export const WEEKS = [4, 8, 13, 26] as const;
export const DEFAULT_WEEKS = 8;

export const parseOverviewSearch = ({ teamId, weeks }: Record<string, unknown>): OverviewSearch => {
  const validWeeks = WEEKS.find((option) => option === Number(parseText(weeks)));
  const validTeamId = parseUuid(teamId);
  return {
    ...(validTeamId !== undefined && { teamId: validTeamId }),
    ...(validWeeks !== undefined && validWeeks !== DEFAULT_WEEKS && { weeks: validWeeks }),
  };
};
