import { Button, Center, Loader, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isServerThere } from '#portal/api/request.ts';
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

/** The program of a page did not come: the server was upgraded while the portal was open, or cannot be reached. */
export class PageMissing extends Error {
  readonly isServerThere: boolean;

  constructor(serverIsThere: boolean, cause: unknown) {
    super('The program of the page cannot be loaded.', { cause });
    this.name = 'PageMissing';
    this.isServerThere = serverIsThere;
  }
}

export const FailedScreen = (failure: { error: unknown; reset: () => void }) => {
  if (!(failure.error instanceof PageMissing)) return <BrokenScreen {...failure} />;
  return failure.error.isServerThere ? <UpgradedScreen /> : <UnreachableScreen />;
};

const UnreachableScreen = () => {
  const t = useFrameWords();
  const retry = async () => {
    if (await isServerThere()) location.reload();
  };
  return (
    <Page title={t('failed')}>
      <ProblemNote problem={new ApiProblem(0, '')} onRetry={() => void retry()} />
    </Page>
  );
};

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
