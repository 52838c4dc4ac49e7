import { useQuery } from '@tanstack/react-query';
import { contentTypesQuery } from '#portal/api/items.ts';

export const useContentTypes = (): { id: string; name: string }[] => {
  const { data = [] } = useQuery(contentTypesQuery);
  return data;
};
