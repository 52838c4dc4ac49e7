import { Button, Center } from '@mantine/core';
import { useFrameWords } from './words.ts';

/** The way to the next page of a list. */
export const MoreRows = ({
  query,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) => {
  const t = useFrameWords();
  if (!query.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('showMore')}
      </Button>
    </Center>
  );
};
