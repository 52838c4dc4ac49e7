import { Button, Center, Loader, Text } from '@mantine/core';
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

/** As browsers and Vite say that a program or sheet is not there: the server was upgraded while the page was open. */
const MISSING_PROGRAM = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

export const FailedScreen = (failure: { error: unknown; reset: () => void }) =>
  failure.error instanceof Error && MISSING_PROGRAM.test(failure.error.message) ? (
    <UpgradedScreen />
  ) : (
    <BrokenScreen {...failure} />
  );

const UpgradedScreen = () => {
  const t = useShellWords();
  return (
    <Page title={t('upgraded')}>
      <EmptyState
        title={t('upgraded')}
        action={<Button onClick={() => location.reload()}>{t('loadAnew')}</Button>}
      >
        {t('upgradedHint')}
      </EmptyState>
    </Page>
  );
};

const BrokenScreen = ({ error, reset }: { error: unknown; reset: () => void }) => {
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

export const NothingAllowedScreen = () => {
  const t = useShellWords();
  return (
    <Page title={t('nothingAllowed')}>
      <Text>{t('nothingAllowedHint')}</Text>
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
