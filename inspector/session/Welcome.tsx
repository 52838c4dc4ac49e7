import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Welcome.module.css';

/** Shown before a person has signed in on this device, or after the sign-in has ended. */
export const Welcome = ({
  signInAddress,
  expected,
  isErased = false,
  isReachable,
  rejection,
}: {
  signInAddress: string;
  /** The name of the person whose data is on this device. */
  expected?: string;
  /** An administrator had all data erased. */
  isErased?: boolean;
  isReachable: boolean;
  /** Why the server rejects signing in this device. */
  rejection?: string;
}) => {
  const { t } = useTranslation('session');
  return (
    <main className={classes.welcome}>
      <Title order={1}>Ronda</Title>
      {isErased ? (
        <Text role="alert">{t('erased')}</Text>
      ) : expected === undefined ? (
        <Text>{t('welcome')}</Text>
      ) : (
        <>
          <Text fw={650}>{t('signedOut')}</Text>
          <Text>{t('signedOutHint', { name: expected })}</Text>
        </>
      )}
      {isReachable ? (
        <Button component="a" href={signInAddress} size="lg" fullWidth>
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
      {expected === undefined && isReachable && (
        <Text size="sm" c="dimmed">
          {t('signInHint')}
        </Text>
      )}
    </main>
  );
};
