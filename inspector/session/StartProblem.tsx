import { Button, Text, Title } from '@mantine/core';
import classes from './Welcome.module.css';
import { useSessionWords } from './words.ts';

/** Why the app cannot begin: the page is not safe, the browser keeps nothing, or what it said itself. */
export type StartProblem = 'insecure' | 'keeps nothing' | Error;

/** Tells what keeps the app from beginning, and what to do. What is on the device is not touched. */
export const StartProblemScreen = ({ problem }: { problem: StartProblem }) => {
  const t = useSessionWords();
  return (
    <main className={classes.welcome}>
      <Title order={1}>Ronda</Title>
      <Text role="alert" fw={650}>
        {t('cannotStart')}
      </Text>
      {problem === 'insecure' && <Text>{t('insecure', { address: `https://${location.host}` })}</Text>}
      {problem === 'keeps nothing' && <Text>{t('keepsNothing')}</Text>}
      {problem instanceof Error && (
        <>
          <Text>{t('startFailed')}</Text>
          <Text ff="monospace" size="sm">
            {`${problem.name}: ${problem.message}`}
          </Text>
        </>
      )}
      <Button size="lg" fullWidth onClick={() => location.reload()}>
        {t('tryAgain')}
      </Button>
    </main>
  );
};
