import { Button, Loader, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Welcome.module.css';

export const WelcomeLayout = ({ children }: { children: ReactNode }) => (
  <main className={classes.welcome}>
    <Title order={1}>Ronda</Title>
    {children}
  </main>
);

export const SignOutProgress = () => {
  const { t } = useTranslation('session');
  return (
    <WelcomeLayout>
      <Text role="status">{t('signingOut')}</Text>
      <Loader />
    </WelcomeLayout>
  );
};

type Props = {
  signInUrl: string;
  /** The name of the person whose data is on this device. */
  ownerName?: string;
  /** Whether an administrator had all data erased. */
  isErased?: boolean;
  isReachable: boolean;
  /** The server's error if it rejected this device. */
  rejection?: string;
};

/** Shown when the device has no owner, or when it is no longer signed in. */
export const Welcome = ({ signInUrl, ownerName, isErased = false, isReachable, rejection }: Props) => {
  const { t } = useTranslation('session');
  return (
    <WelcomeLayout>
      {isErased ? (
        <Text role="alert">{t('erased')}</Text>
      ) : ownerName === undefined ? (
        <Text>{t('welcome')}</Text>
      ) : (
        <>
          <Text fw={650}>{t('signedOut')}</Text>
          <Text>{t('signedOutHint', { name: ownerName })}</Text>
        </>
      )}
      {isReachable ? (
        <Button component="a" href={signInUrl} size="lg" fullWidth>
          {t('signIn')}
        </Button>
      ) : (
        <>
          <Text role="alert">{rejection ?? t('offline')}</Text>
          <Button size="lg" fullWidth onClick={() => location.reload()}>
            {t('tryAgain')}
          </Button>
        </>
      )}
      {ownerName === undefined && isReachable && (
        <Text size="sm" c="dimmed">
          {t('signInHint')}
        </Text>
      )}
    </WelcomeLayout>
  );
};
