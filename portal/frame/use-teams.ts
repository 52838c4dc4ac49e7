import { useQuery } from '@tanstack/react-query';
import type { ManagedTeam } from '#contract/team-management.ts';
import { listAllTeams } from '#portal/api/teams.ts';
import { useMay } from '#portal/session/me.ts';

const NONE: ManagedTeam[] = [];

/** The teams that the reader sees, for a choice; none for who may not see teams. */
export const useTeams = (): ManagedTeam[] => {
  const maySee = useMay('Teams.Read');
  const { data = NONE } = useQuery({
    queryKey: ['teams', 'all'],
    queryFn: listAllTeams,
    enabled: maySee,
  });
  return data;
};
