import { useQuery } from '@tanstack/react-query';
import { listContentTypeChoices, listTeamChoices } from '#portal/api/workbooks.ts';
import { useMay } from '#portal/session/me.ts';

/** The teams that the reader sees; none for who may not see teams. */
export const useTeams = (): { id: string; title: string }[] => {
  const maySee = useMay('Teams.Read');
  const { data } = useQuery({ queryKey: ['team-choices'], queryFn: listTeamChoices, enabled: maySee });
  return data?.teams ?? [];
};

export const useContentTypes = (): { id: string; name: string }[] => {
  const { data } = useQuery({ queryKey: ['content-type-choices'], queryFn: listContentTypeChoices });
  return data?.contentTypes ?? [];
};
