import { useQuery } from '@tanstack/react-query';
import type { ManagedTeam } from '#contract/team-management.ts';
import { listAllTeams } from '#portal/api/teams.ts';
import { useHasPermission } from '#portal/session/me.ts';

const NONE: ManagedTeam[] = [];

/** The teams that the user can see; empty if the user may not read teams. */
export const useTeams = (): ManagedTeam[] => {
  const canReadTeams = useHasPermission('Teams.Read');
  const { data = NONE } = useQuery({
    queryKey: ['teams', 'all'],
    queryFn: listAllTeams,
    enabled: canReadTeams,
  });
  return data;
};
