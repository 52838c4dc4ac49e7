import { Button, Center, Loader, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isServerReachable } from '#portal/api/request.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Page } from '#portal/ui/Page.tsx';

export const PendingScreen = () => {
  const { t } = useTranslation('general');
  return (
    <Center h="60vh" role="status" aria-label={t('loading')}>
      <Loader />
    </Center>
  );
};

/** Thrown if a page's code cannot be loaded because the server has been upgraded or cannot be reached. */
export class PageLoadError extends Error {
  readonly isServerReachable: boolean;

  constructor(isServerReachable: boolean, cause: unknown) {
    super('The code for this page cannot be loaded.', { cause });
    this.name = 'PageLoadError';
    this.isServerReachable = isServerReachable;
  }
}

export const ErrorScreen = (props: { error: unknown; reset: () => void }) => {
  if (!(props.error instanceof PageLoadError)) return <UnexpectedErrorScreen {...props} />;
  return props.error.isServerReachable ? <UpgradedScreen /> : <UnreachableScreen />;
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

const UnexpectedErrorScreen = ({ error, reset }: { error: unknown; reset: () => void }) => {
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
