import { Button, Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export type PagedQuery = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

export const MoreRows = ({ query }: { query: PagedQuery }) => {
  const { t } = useTranslation('general');
  if (!query.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('showMore')}
      </Button>
    </Center>
  );
};
