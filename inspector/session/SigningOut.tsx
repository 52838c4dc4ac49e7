import { Loader, Text, Title } from '@mantine/core';
import classes from './Welcome.module.css';
import { useSessionWords } from './words.ts';

/** While the device erases the data of somebody who signed out, and reports it to the server. */
export const SigningOut = () => {
  const t = useSessionWords();
  return (
    <main className={classes.welcome}>
      <Title order={1}>Ronda</Title>
      <Text role="status">{t('signingOut')}</Text>
      <Loader />
    </main>
  );
};
