import { useQuery } from '@tanstack/react-query';
import { listContentTypes } from '#portal/api/items.ts';
import { listAllTeams } from '#portal/api/teams.ts';
import { useMay } from '#portal/session/me.ts';

/** The teams that the reader sees; none for who may not see teams. */
export const useTeams = (): { id: string; title: string }[] => {
  const maySee = useMay('Teams.Read');
  const { data = [] } = useQuery({ queryKey: ['teams', 'all'], queryFn: listAllTeams, enabled: maySee });
  return data;
};

export const useContentTypes = (): { id: string; name: string }[] => {
  const { data = [] } = useQuery({ queryKey: ['content-types'], queryFn: listContentTypes });
  return data;
};
