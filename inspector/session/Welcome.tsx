import { Button, Text, Title } from '@mantine/core';
import classes from './Welcome.module.css';
import { useSessionWords } from './words.ts';

/** Before somebody is signed in on this device, or once its sign-in is over. */
export const Welcome = ({
  signInAddress,
  expected,
  isErased = false,
  isReachable,
  refusal,
}: {
  signInAddress: string;
  /** Whose work is on this device. */
  expected?: string;
  /** Whoever runs the organisation had everything removed. */
  isErased?: boolean;
  isReachable: boolean;
  /** Why the server does not sign this device in. */
  refusal?: string;
}) => {
  const t = useSessionWords();
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
          <Text role="alert">{refusal ?? t('noNetwork')}</Text>
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
