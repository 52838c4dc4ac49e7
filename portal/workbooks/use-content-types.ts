import { useQuery } from '@tanstack/react-query';
import { listContentTypes } from '#portal/api/items.ts';

export const useContentTypes = (): { id: string; name: string }[] => {
  const { data = [] } = useQuery({ queryKey: ['content-types'], queryFn: listContentTypes });
  return data;
};
