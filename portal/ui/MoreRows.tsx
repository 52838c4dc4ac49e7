import { Button, Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export const MoreRows = ({
  query,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) => {
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
