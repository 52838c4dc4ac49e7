import { useQuery } from '@tanstack/react-query';
import type { ManagedTeam } from '#contract/team-management.ts';
import { listAllTeams } from '#portal/api/teams.ts';
import { useHasPermission } from '#portal/session/me.ts';

const NO_TEAMS: ManagedTeam[] = [];

/** Returns the teams that the user can see, none if the user lacks permission to read teams. */
export const useTeams = (): ManagedTeam[] => {
  const canReadTeams = useHasPermission('Teams.Read');
  const { data = NO_TEAMS } = useQuery({
    queryKey: ['teams', 'all'],
    queryFn: listAllTeams,
    enabled: canReadTeams,
  });
  return data;
};
