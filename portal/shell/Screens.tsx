import { Button, Center, Loader, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isServerReachable } from '#portal/api/request.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Page } from '#portal/ui/Page.tsx';

/** Shown while the code of a page loads. */
export const PendingScreen = () => {
  const { t } = useTranslation('general');
  return (
    <Center h="60vh" role="status" aria-label={t('loading')}>
      <Loader />
    </Center>
  );
};

/** The code of a page failed to load: the server was upgraded while the portal was open, or cannot be reached. */
export class PageLoadError extends Error {
  readonly isServerThere: boolean;

  constructor(serverIsThere: boolean, cause: unknown) {
    super('The program of the page cannot be loaded.', { cause });
    this.name = 'PageLoadError';
    this.isServerThere = serverIsThere;
  }
}

export const FailedScreen = (failure: { error: unknown; reset: () => void }) => {
  if (!(failure.error instanceof PageLoadError)) return <BrokenScreen {...failure} />;
  return failure.error.isServerThere ? <UpgradedScreen /> : <UnreachableScreen />;
};

const UnreachableScreen = () => {
  const { t } = useTranslation('general');
  const retry = async () => {
    if (await isServerReachable()) location.reload();
  };
  return (
    <Page title={t('failed')}>
      <ProblemNote problem={new ApiProblem(0, '')} onRetry={() => void retry()} />
    </Page>
  );
};

const UpgradedScreen = () => {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('upgraded')}>
      <EmptyState
        title={t('upgraded')}
        action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      >
        {t('upgradedHint')}
      </EmptyState>
    </Page>
  );
};

const BrokenScreen = ({ error, reset }: { error: unknown; reset: () => void }) => {
  const router = useRouter();
  const { t } = useTranslation('general');
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

export const NoPermissionsScreen = () => {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('nothingAllowed')}>
      <Text>{t('nothingAllowedHint')}</Text>
    </Page>
  );
};

export const NotFoundScreen = () => {
  const { t } = useTranslation('shell');
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
