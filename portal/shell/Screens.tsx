import { Button, Center, Loader } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useShellWords } from './words.ts';

/** While a page's program is on its way. */
export const PendingScreen = () => {
  const t = useFrameWords();
  return (
    <Center h="60vh" role="status" aria-label={t('loading')}>
      <Loader />
    </Center>
  );
};

export const FailedScreen = ({ error, reset }: { error: unknown; reset: () => void }) => {
  const router = useRouter();
  const t = useFrameWords();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title={t('failed')}>
      <ProblemNote problem={error} onRetry={retry} />
    </Page>
  );
};

export const NotFoundScreen = () => {
  const t = useShellWords();
  return (
    <Page title={t('notFound')}>
      <EmptyState
        title={t('notFound')}
        action={
          <Button component={Link} to="/">
            {t('toOverview')}
          </Button>
        }
      >
        {t('notFoundHint')}
      </EmptyState>
    </Page>
  );
};
