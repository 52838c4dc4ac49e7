import { useQuery } from '@tanstack/react-query';
import { contentTypesQuery } from '#portal/api/items.ts';

/** The content types as options for an input. */
export const useContentTypes = () =>
  useQuery(contentTypesQuery).data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
